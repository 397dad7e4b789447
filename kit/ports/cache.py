"""Small shared state in Redis beside the queue: configuration cache, token buckets, heartbeats, ingest marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.structure import StructureConfig


class ConfigCache(Protocol):
    """Configuration as collectors read it (C7): 10 minutes, invalidated on every write, filled by a process that owns the database."""

    def source(self, source_id: int) -> SourceConfig | None:
        """The cached source. None: call `want_source` and come back."""

    def template(self, template_id: int) -> TemplateConfig | None: ...

    def structure(self, source_id: int) -> StructureConfig | None:
        """What is known of the structure of the source's pages; `want("structure", source_id)` has it filled."""

    def want(self, kind: str, item_id: int) -> None:
        """Asks the owner of the database ("source", "template" or "structure" number `item_id`) to fill the cache."""

    def wanted(self, *, limit: int) -> list[tuple[str, int]]:
        """Takes up to `limit` wishes."""

    def put_source(self, config: SourceConfig) -> bool:
        """Stores unless a newer version is there; True if stored."""

    def put_template(self, config: TemplateConfig) -> bool: ...

    def put_structure(self, config: StructureConfig) -> bool: ...

    def fill(
        self,
        sources: Sequence[SourceConfig],
        templates: Sequence[TemplateConfig],
        structures: Sequence[StructureConfig] = (),
    ) -> None:
        """As `put_source`, `put_template` and `put_structure` for very many."""

    def drop(self, kind: str, item_id: int) -> None:
        """Forgets one entry at once."""


class RateLimiter(Protocol):
    """Token buckets shared by all replicas (K5)."""

    def acquire(self, keys: Sequence[tuple[str, float]], *, now_ms: int) -> int:
        """Takes one token from each (key, tokens per second) or from none. Milliseconds to wait, 0 = granted. Rate 0 = unlimited."""

    def enter(self, key: str, holder: str, limit: int, *, ttl_ms: int, now_ms: int) -> bool:
        """Takes one of `limit` places for at most `ttl_ms`. False: full."""

    def leave(self, key: str, holder: str) -> None: ...


class Heartbeats(Protocol):
    """Liveness means progress: a beat carries what the process has done, not only that it lives."""

    def beat(self, role: str, worker: str, facts: Mapping[str, str], *, now_ms: int) -> None:
        """`facts` must hold `progress_at` (Unix ms of the last unit of work done) and may hold counters, version, host, pid."""

    def all(self, *, now_ms: int) -> list[dict[str, str]]:
        """Every beat younger than its lifetime: role, worker, at, and the facts."""


class IngestMarks(Protocol):
    """Idempotency marks of ingest per (task id, url) (P2): reserved, then kept only once the log has confirmed."""

    def reserve(self, keys: Sequence[str]) -> list[str]:
        """For each key: "new" (reserved by this call), "done" (confirmed before) or "busy" (another request holds it)."""

    def confirm(self, keys: Sequence[str]) -> None: ...

    def release(self, keys: Sequence[str]) -> None: ...


class Notes(Protocol):
    """Small facts that collectors keep about pages from one run to the next (F4). Losing them costs a full request each."""

    def get(self, key: str) -> dict[str, str]:
        """Empty where nothing is kept."""

    def put(self, key: str, facts: Mapping[str, str], *, ttl_s: int) -> None:
        """Replaces what was kept, for `ttl_s` seconds."""
