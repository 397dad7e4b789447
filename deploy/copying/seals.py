"""Sealed credentials and addresses are copied as they are, so the new side must have the key that opens them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Engine, select

from deploy.secrets import with_secrets
from kit.backends import Backends
from kit.errors import ConfigError
from kit.settings import Settings
from kit.vault import VERSION, Vault
from services.alerts.models import AlertChannel
from services.sources.models import CollectSource


def must_open(old: Backends, new: Backends) -> None:
    """Raises ConfigError naming the key where the new side lacks it. An embedded side without a key of its own takes the old one's over."""
    found = list(_sealed(old.database))
    if not found:
        return
    key = with_secrets(old.settings).secret_key.get_secret_value()
    vault = Vault.of(_of(new.settings, key))
    for sealed in found:
        try:
            vault.open(sealed)
        except ConfigError as error:
            raise ConfigError(
                f"CATCHMENT_SECRET_KEY: the new side cannot open {len(found)} sealed credentials; "
                f"add the old side's key (its setting, or {old.settings.data_dir}/secrets/secret_key) to it"
            ) from error


def _of(settings: Settings, key: str) -> Settings:
    """The new side's settings as its roles will see them."""
    kept = settings.data_dir / "secrets" / "secret_key"
    embedded = not settings.url("database_url")
    if embedded and not settings.secret_key.get_secret_value() and not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept.touch(mode=0o600)
        kept.write_text(key, encoding="ascii")
    return with_secrets(settings) if embedded else settings


def _sealed(engine: Engine) -> Iterator[str]:
    with engine.connect().execution_options(catchment_read_only=True) as reader:
        for credential in reader.execute(
            select(CollectSource.credential).where(CollectSource.credential.is_not(None))
        ).scalars():
            yield str(credential["sealed"])
        for headers in reader.execute(select(CollectSource.headers)).scalars():
            yield from (value for value in headers.values() if value.startswith(f"{VERSION}:"))
        yield from reader.execute(select(AlertChannel.sealed)).scalars()
