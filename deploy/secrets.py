"""Secrets that are made at the first start and kept in the data folder, readable by their owner only."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import SecretStr

from kit.ids import random_id
from kit.settings import Settings

KEPT = ("ingest_token", "secret_key")


def with_secrets(settings: Settings) -> Settings:
    """Settings whose `ingest_token` and `secret_key` are set: the configured ones, else those kept in data_dir."""
    missing = [name for name in KEPT if not getattr(settings, name).get_secret_value()]
    made = {name: SecretStr(kept_secret(settings.data_dir / "secrets" / name)) for name in missing}
    return settings.model_copy(update=made)


def kept_secret(path: Path) -> str:
    """The secret in `path`, made on first use. Several processes may ask at once: the first one's stays."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.{random_id()}")
    if not path.exists():
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(random_id(256))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="ascii").strip()
