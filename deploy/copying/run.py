"""Copies everything, then reads both sides again and compares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from deploy.copying.proof import Proof, prove, strangers
from deploy.copying.seals import must_open
from deploy.copying.stores import Store, stores
from deploy.copying.tables import tables
from kit.backends import Backends
from kit.clock import to_ms
from kit.errors import CatchmentError, ConfigError, Conflict
from kit.settings import SCHEMES, Settings, load
from services import migrate


@dataclass(frozen=True, slots=True)
class Compared:
    """One table, index or store on both sides."""

    what: str
    old: Proof
    new: Proof

    @property
    def equal(self) -> bool:
        return self.old == self.new


def copy(source: Path, target: Path, say: Callable[[str], None]) -> list[Compared]:
    """From the settings in `source` (a TOML file, or a data folder) to those in `target`. All roles of both must be stopped.

    Work in Redis is not copied: the scheduler of the new side enqueues open windows anew. What an earlier copy brought may be there:
    it is kept, and what is missing follows. Raises Conflict when the new side holds anything else.
    """
    old, new = Backends(settings_of(source)), Backends(settings_of(target))
    try:
        _must_be_stopped(old)
        _must_be_stopped(new)
        return _copy(old, new, say)
    finally:
        old.close()
        new.close()


def settings_of(path: Path) -> Settings:
    """A folder stands for an embedded product in it."""
    if path.is_dir():
        # What the environment says is about this process's own product, not about the one in the folder.
        return load(data_dir=path, **dict.fromkeys(SCHEMES, ""))
    if path.suffix == ".toml" and path.is_file():
        import tomllib

        return load(**tomllib.loads(path.read_text(encoding="utf-8")))
    raise ConfigError(f"{path} is neither a data folder nor a .toml file with settings")


def _copy(old: Backends, new: Backends, say: Callable[[str], None]) -> list[Compared]:
    _must_be_two(old, new)
    if not migrate.is_current(old.database):
        raise ConfigError("the old database is behind this version; run `catchment migrate` with its settings first")
    must_open(old, new)
    migrate.upgrade(new.database)
    kept: list[Store] = [*tables(), *stores()]
    say("looking at the new side …")
    for store in kept:
        _must_hold_nothing_else(store, old, new)
    for store in kept:
        say(f"{store.name} …")
        store.copy(old, new)
    say("comparing …")
    return [Compared(store.name, prove(store.items(old)), prove(store.items(new))) for store in kept]


def _must_be_two(old: Backends, new: Backends) -> None:
    for name in SCHEMES:
        port = name.removesuffix("_url")
        if port != "redis" and old.url(port) == new.url(port):
            raise ConfigError(f"CATCHMENT_{name.upper()}: both sides name the same place; nothing was copied")


def _must_hold_nothing_else(store: Store, old: Backends, new: Backends) -> None:
    if others := strangers(store.items(new), store.items(old)):
        raise Conflict(
            f"the new {store.name} holds what the old one does not ({others:,} items); copy into an empty one",
            existing=store.name,
        )


def _must_be_stopped(backends: Backends) -> None:
    try:
        beats = backends.heartbeats.all(now_ms=to_ms(backends.clock.now()))
    except CatchmentError:
        return  # no Redis, nobody at work
    if beats:
        roles = ", ".join(sorted({beat["role"] for beat in beats}))
        raise Conflict(
            f"still running: {roles}; stop every role first (a stopped one is forgotten after a minute)", existing=roles
        )
