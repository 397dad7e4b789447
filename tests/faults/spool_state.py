"""What the spools of all collectors still hold, read from outside."""

from __future__ import annotations

from pathlib import Path

from pusher.client import record


def waiting(data_dir: Path) -> int:
    """Records that ingest has not answered for good."""
    return sum(_open(path) for path in (data_dir / "spool").glob("slot-*/*.seg"))


def _open(path: Path) -> int:
    try:
        data = path.read_bytes()
        note = path.with_suffix(".ack")
        acked = int(note.read_text(encoding="ascii") or 0) if note.exists() else 0
    except (FileNotFoundError, ValueError):
        return 1  # changing at this moment
    return sum(1 for offset, _ in record.scan(data).records if offset >= acked)
