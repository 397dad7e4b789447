"""Configuration cache, heartbeats and ingest marks on Redis."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec
import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import available, call, script
from kit.chunks import chunks
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.structure import StructureConfig
from kit.ids import md5_hex
from kit.settings import Settings

Config = TypeVar("Config", SourceConfig, TemplateConfig, StructureConfig)
_BUSY_SLACK_S = 5
_SCAN = 500
_FILL = 500
# Lua takes some thousand arguments at once.
_MARKS = 1000


class RedisConfigCache:
    def __init__(self, client: redis.Redis, _settings: Settings) -> None:
        self._redis = client
        self._put = script(client, "put_newer", common=False)

    def source(self, source_id: int) -> SourceConfig | None:
        return self._get("source", source_id, SourceConfig)

    def template(self, template_id: int) -> TemplateConfig | None:
        return self._get("template", template_id, TemplateConfig)

    def structure(self, source_id: int) -> StructureConfig | None:
        return self._get("structure", source_id, StructureConfig)

    def want(self, kind: str, item_id: int) -> None:
        with available():
            self._redis.sadd(keys.WANTED, f"{kind}:{item_id}")

    def wanted(self, *, limit: int) -> list[tuple[str, int]]:
        with available():
            names = cast("list[str] | None", self._redis.spop(keys.WANTED, limit)) or []
        return [(kind, int(number)) for kind, _, number in (name.partition(":") for name in names)]

    def put_source(self, config: SourceConfig) -> bool:
        return self._store("source", config)

    def put_template(self, config: TemplateConfig) -> bool:
        return self._store("template", config)

    def put_structure(self, config: StructureConfig) -> bool:
        return self._store("structure", config)

    def fill(
        self,
        sources: Sequence[SourceConfig],
        templates: Sequence[TemplateConfig],
        structures: Sequence[StructureConfig] = (),
    ) -> None:
        found = [_entry("source", one) for one in sources] + [_entry("template", one) for one in templates]
        found += [_entry("structure", one) for one in structures]
        for part in chunks(found, _FILL):
            with available(), self._redis.pipeline(transaction=False) as pipe:
                for entry in part:
                    self._put(args=entry, client=pipe)
                pipe.execute()

    def drop(self, kind: str, item_id: int) -> None:
        with available():
            self._redis.delete(f"{keys.CONFIG}{kind}:{item_id}")

    def _get(self, kind: str, item_id: int, shape: type[Config]) -> Config | None:
        with available():
            body = cast("str | None", self._redis.hget(f"{keys.CONFIG}{kind}:{item_id}", "body"))
        try:
            return msgspec.json.decode(body, type=shape) if body else None
        except (msgspec.DecodeError, msgspec.ValidationError):
            return None  # written by another version: as good as missing, the owner fills it again

    def _store(self, kind: str, config: SourceConfig | TemplateConfig | StructureConfig) -> bool:
        return bool(call(self._put, *_entry(kind, config)))


def _entry(kind: str, config: SourceConfig | TemplateConfig | StructureConfig) -> list[Any]:
    """Arguments of the script that stores it."""
    return [f"{keys.CONFIG}{kind}:{config.id}", config.version, msgspec.json.encode(config), keys.CONFIG_S]


class RedisHeartbeats:
    def __init__(self, client: redis.Redis, _settings: Settings) -> None:
        self._redis = client

    def beat(self, role: str, worker: str, facts: Mapping[str, str], *, now_ms: int) -> None:
        key = f"{keys.BEAT}{role}:{worker}"
        fields: dict[Any, Any] = {**facts, "role": role, "worker": worker, "at": str(now_ms)}
        with available(), self._redis.pipeline(transaction=True) as pipe:
            pipe.hset(key, mapping=fields)
            pipe.expire(key, keys.BEAT_S)
            pipe.execute()

    def all(self, *, now_ms: int) -> list[dict[str, str]]:
        oldest = now_ms - keys.BEAT_S * 1000
        with available():
            names = sorted(self._redis.scan_iter(match=f"{keys.BEAT}*", count=_SCAN))
            with self._redis.pipeline(transaction=False) as pipe:
                for name in names:
                    pipe.hgetall(name)
                beats = cast("list[dict[str, str]]", pipe.execute())
        return [beat for beat in beats if beat and int(beat.get("at", 0)) >= oldest]


class RedisIngestMarks:
    def __init__(self, client: redis.Redis, settings: Settings) -> None:
        self._redis = client
        self._life = int(settings.mark_days * 86400)
        # A killed ingest leaves its reservations behind: they must outlast an append and no more, the documents wait for them.
        self._busy_s = math.ceil(settings.append_seconds) + _BUSY_SLACK_S
        # One script for many keys: a command each is most of what a document costs here.
        self._reserve, self._confirm = (script(client, name, common=False) for name in ("reserve", "confirm"))

    def reserve(self, wanted: Sequence[str]) -> list[str]:
        held = [
            answer for some in chunks(wanted, _MARKS) for answer in call(self._reserve, self._busy_s, *map(_mark, some))
        ]
        return [{"": "new", "done": "done"}.get(value, "busy") for value in held]

    def confirm(self, wanted: Sequence[str]) -> None:
        for some in chunks(wanted, _MARKS):
            call(self._confirm, self._life, *map(_mark, some))

    def release(self, wanted: Sequence[str]) -> None:
        if wanted:
            with available():
                self._redis.delete(*(_mark(key) for key in wanted))


def _mark(key: str) -> str:
    return keys.MARK + md5_hex(key)
