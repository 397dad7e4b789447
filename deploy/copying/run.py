"""Copies everything, then reads both sides again and compares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from deploy.copying import stores, tables
from deploy.copying.proof import Proof
from kit.backends import Backends
from kit.clock import to_ms
from kit.errors import CatchmentError, ConfigError, Conflict
from kit.settings import Settings, load


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

    Work in Redis is not copied: the scheduler of the new side enqueues open windows anew. Raises Conflict when the new side holds data.
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
        return load(data_dir=path)
    if path.suffix == ".toml" and path.is_file():
        import tomllib

        return load(**tomllib.loads(path.read_text(encoding="utf-8")))
    raise ConfigError(f"{path} is neither a data folder nor a .toml file with settings")


def _copy(old: Backends, new: Backends, say: Callable[[str], None]) -> list[Compared]:
    if any(new.index.count(name) for name in stores.INDEXES):
        raise Conflict("the new index holds documents already; copy into an empty one", existing="index")
    say("database …")
    before = tables.copy(old.database, new.database)
    say("objects …")
    stores.copy_objects(old.objects, new.objects)
    say("archive …")
    stores.copy_archive(old.archive, new.archive, version=to_ms(new.clock.now()))
    say("index …")
    stores.copy_index(old.index, new.index)
    say(f"log: {stores.copy_log(old.log, new.log, timeout_s=new.settings.append_seconds)} messages not cleaned yet")
    say("comparing …")
    return [
        *_compare("table", before, tables.proofs(new.database)),
        *_compare("objects", stores.object_proof(old.objects), stores.object_proof(new.objects)),
        *_compare("archive", stores.archive_proof(old.archive), stores.archive_proof(new.archive)),
        *_compare("index", stores.index_proof(old.index), stores.index_proof(new.index)),
    ]


def _compare(kind: str, old: dict[str, Proof], new: dict[str, Proof]) -> list[Compared]:
    return [Compared(f"{kind} {name}", proof, new.get(name, Proof(0, 0))) for name, proof in old.items()]


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
