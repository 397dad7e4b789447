"""Trials of sources on Redis."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec
import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import available
from kit.contracts.trial import Trial, TrialRequest
from kit.errors import Throttled
from kit.settings import Settings

S = TypeVar("S", Trial, TrialRequest)


class RedisTrials:
    def __init__(self, client: redis.Redis, _settings: Settings) -> None:
        self._redis = client

    def ask(self, trial_id: str, request: TrialRequest) -> None:
        with available():
            waiting = self._redis.llen(keys.TRIALS)
        if waiting >= keys.TRIALS_MAX:
            raise Throttled("too many sources wait to be tried: is a collector running?")
        with available(), self._redis.pipeline(transaction=True) as pipe:
            pipe.set(keys.TRIAL + trial_id, msgspec.json.encode(request), ex=keys.TRIAL_ASKED_S)
            pipe.lpush(keys.TRIALS, trial_id)
            pipe.expire(keys.TRIALS, keys.TRIAL_ASKED_S)
            pipe.execute()

    def take(self) -> tuple[str, TrialRequest] | None:
        with available():
            while (trial_id := cast("str | None", self._redis.rpop(keys.TRIALS))) is not None:
                request = _read(self._redis.getdel(keys.TRIAL + trial_id), TrialRequest)
                if request is not None:
                    return trial_id, request
        return None

    def answer(self, trial_id: str, trial: Trial) -> None:
        with available():
            self._redis.set(keys.TRIED + trial_id, msgspec.json.encode(trial), ex=keys.TRIED_S)

    def answered(self, trial_id: str) -> Trial | None:
        with available():
            return _read(self._redis.get(keys.TRIED + trial_id), Trial)

    def keep(self, source_id: int, trial: Trial) -> None:
        with available():
            self._redis.set(f"{keys.EVIDENCE}{source_id}", msgspec.json.encode(trial), ex=keys.EVIDENCE_S)

    def kept(self, source_id: int) -> Trial | None:
        with available():
            return _read(self._redis.get(f"{keys.EVIDENCE}{source_id}"), Trial)


def _read(text: object, shape: type[S]) -> S | None:
    """None also for what another version has written."""
    try:
        return msgspec.json.decode(cast("str", text), type=shape) if text else None
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
