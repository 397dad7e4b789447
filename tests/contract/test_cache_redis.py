"""Configuration cache, rate limiter, heartbeats and ingest marks on a real Redis."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest
import redis

from kit.adapters.real.redis_cache import RedisConfigCache, RedisHeartbeats, RedisIngestMarks
from kit.adapters.real.redis_notes import RedisNotes
from kit.adapters.real.redis_rates import RedisRateLimiter
from kit.clock import to_ms
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.structure import FamilyConfig, StructureConfig
from kit.settings import Settings

NOW = to_ms(datetime(2026, 11, 30, 12, 0, tzinfo=UTC))


def source(version: int) -> SourceConfig:
    return SourceConfig(
        7,
        version,
        "COLUMN",
        f"name {version}",
        "http://x.example/",
        "AUTO",
        None,
        5,
        "UTC",
        2.0,
        2,
        1,
        {"max_pages": 3},
        {"X": "y"},
    )


class TestConfigCache:
    @pytest.fixture
    def cache(self, redis_client: redis.Redis, settings: Settings) -> RedisConfigCache:
        return RedisConfigCache(redis_client, settings)

    def test_an_older_version_never_replaces_a_newer_one(self, cache: RedisConfigCache) -> None:
        assert cache.put_source(source(2))
        assert not cache.put_source(source(1))
        held = cache.source(7)
        assert held is not None
        assert held.name == "name 2"

    def test_very_many_are_filled_in_and_newer_ones_stay(self, cache: RedisConfigCache) -> None:
        cache.put_source(source(2))
        others = [msgspec.structs.replace(source(1), id=number) for number in range(100, 1300)]
        cache.fill([source(1), *others], [TemplateConfig(3, 1, "t", {"kind": "html"})])
        held = cache.source(7)
        assert held is not None
        assert (held.version, cache.source(1299), cache.template(3)) == (
            2,
            others[-1],
            TemplateConfig(3, 1, "t", {"kind": "html"}),
        )

    def test_a_dropped_entry_is_gone_at_once(self, cache: RedisConfigCache) -> None:
        cache.put_template(TemplateConfig(3, 1, "t", {"kind": "html"}))
        cache.drop("template", 3)
        assert cache.template(3) is None

    def test_a_missed_invalidation_heals_at_expiry(self, cache: RedisConfigCache, redis_client: redis.Redis) -> None:
        cache.put_source(source(1))
        assert 0 < redis_client.ttl("collect:config:source:7") <= 600

    def test_a_structure_is_kept_beside_the_source_and_never_goes_back(self, cache: RedisConfigCache) -> None:
        assert cache.structure(1) is None
        newer = StructureConfig(1, 3, {"f": FamilyConfig(2, 1, "{}", False)}, paused=True)
        cache.fill([], [], [newer])
        assert not cache.put_structure(StructureConfig(1, 2, {}))
        assert cache.structure(1) == newer
        assert cache.source(1) is None

    def test_wishes_are_taken_once(self, cache: RedisConfigCache) -> None:
        cache.want("source", 7)
        cache.want("source", 7)
        assert cache.wanted(limit=10) == [("source", 7)]
        assert cache.wanted(limit=10) == []

    def test_an_entry_of_another_version_counts_as_missing(
        self, cache: RedisConfigCache, redis_client: redis.Redis
    ) -> None:
        redis_client.hset("collect:config:source:7", mapping={"version": 1, "body": '{"id": "seven"}'})
        assert cache.source(7) is None


class TestRateLimiter:
    @pytest.fixture
    def rates(self, redis_client: redis.Redis, settings: Settings) -> RedisRateLimiter:
        return RedisRateLimiter(redis_client, settings)

    def test_a_bucket_gives_its_rate_and_then_says_how_long_to_wait(self, rates: RedisRateLimiter) -> None:
        assert [rates.acquire([("s:1", 2.0)], now_ms=NOW) for _ in range(3)] == [0, 0, 500]
        assert rates.acquire([("s:1", 2.0)], now_ms=NOW + 500) == 0

    def test_a_token_is_taken_from_all_buckets_or_none(self, rates: RedisRateLimiter) -> None:
        rates.acquire([("host", 1.0)], now_ms=NOW)
        assert rates.acquire([("s:1", 1.0), ("host", 1.0)], now_ms=NOW) == 1000
        assert rates.acquire([("s:1", 1.0)], now_ms=NOW) == 0

    def test_rate_zero_is_unlimited(self, rates: RedisRateLimiter) -> None:
        assert {rates.acquire([("s:1", 0)], now_ms=NOW) for _ in range(50)} == {0}

    def test_a_slow_rate_still_grants_one(self, rates: RedisRateLimiter) -> None:
        assert rates.acquire([("slow", 0.1)], now_ms=NOW) == 0
        assert rates.acquire([("slow", 0.1)], now_ms=NOW) == 10_000

    def test_places_free_themselves_when_their_holder_vanished(self, rates: RedisRateLimiter) -> None:
        assert rates.enter("s:1", "a", 1, ttl_ms=1000, now_ms=NOW)
        assert not rates.enter("s:1", "b", 1, ttl_ms=1000, now_ms=NOW + 999)
        assert rates.enter("s:1", "b", 1, ttl_ms=1000, now_ms=NOW + 1000)
        rates.leave("s:1", "b")
        assert rates.enter("s:1", "c", 1, ttl_ms=1000, now_ms=NOW + 1001)


class TestHeartbeats:
    def test_a_beat_is_seen_until_its_life_ends(self, redis_client: redis.Redis, settings: Settings) -> None:
        beats = RedisHeartbeats(redis_client, settings)
        beats.beat("collector", "w1", {"progress_at": str(NOW)}, now_ms=NOW)
        assert [(b["role"], b["worker"], b["progress_at"]) for b in beats.all(now_ms=NOW)] == [
            ("collector", "w1", str(NOW))
        ]
        assert beats.all(now_ms=NOW + 61_000) == []


class TestIngestMarks:
    @pytest.fixture
    def marks(self, redis_client: redis.Redis, settings: Settings) -> RedisIngestMarks:
        return RedisIngestMarks(redis_client, settings)

    def test_a_key_is_new_then_busy_then_done(self, marks: RedisIngestMarks) -> None:
        assert marks.reserve(["a", "b"]) == ["new", "new"]
        assert marks.reserve(["a"]) == ["busy"]
        marks.confirm(["a"])
        assert marks.reserve(["a", "b"]) == ["done", "busy"]

    def test_a_released_key_is_new_again(self, marks: RedisIngestMarks) -> None:
        marks.reserve(["a"])
        marks.release(["a"])
        assert marks.reserve(["a"]) == ["new"]

    def test_a_killed_ingest_holds_its_documents_up_hardly_longer_than_an_append_lasts(
        self, marks: RedisIngestMarks, redis_client: redis.Redis, settings: Settings
    ) -> None:
        marks.reserve(["a"])
        (name,) = redis_client.keys("collect:mark:*")
        assert settings.append_seconds < redis_client.ttl(name) <= settings.append_seconds + 5


class TestNotes:
    def test_what_is_put_replaces_what_was_and_expires(self, redis_client: redis.Redis, settings: Settings) -> None:
        notes = RedisNotes(redis_client, settings)
        assert notes.get("7:a") == {}
        notes.put("7:a", {"etag": '"1"', "unchanged": "3"}, ttl_s=60)
        notes.put("7:a", {"etag": '"2"'}, ttl_s=60)
        assert notes.get("7:a") == {"etag": '"2"'}
        (key,) = redis_client.keys("collect:note:*")
        assert 0 < redis_client.ttl(key) <= 60
        notes.put("7:a", {}, ttl_s=60)
        assert notes.get("7:a") == {}
