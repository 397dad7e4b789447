"""Where the embedded Redis listens. Socket paths are limited to about 107 bytes, so a deep data folder holds a pointer instead."""

from __future__ import annotations

from pathlib import Path

SOCKET_FILE = "redis.sock"
ADDRESS_FILE = "address"
MAX_SOCKET_BYTES = 100


def socket_path(data_dir: Path) -> Path:
    """The path that `data_dir/redis/address` names, else `data_dir/redis/redis.sock`."""
    folder = data_dir.resolve() / "redis"
    try:
        named = (folder / ADDRESS_FILE).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        named = ""
    return Path(named) if named else folder / SOCKET_FILE
