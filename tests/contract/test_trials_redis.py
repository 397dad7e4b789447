"""Questions to collectors on Redis."""

from __future__ import annotations

import pytest
import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_trials import RedisTrials
from kit.contracts.config import SourceConfig
from kit.contracts.trial import Seen, Trial, TrialRequest
from kit.errors import Throttled
from kit.settings import Settings

SOURCE = SourceConfig(0, 0, "COLUMN", "A", "http://a.test/", "AUTO", None, 5, "UTC", 1.0, 2, 1, {}, {"X": "v1:sealed"})


@pytest.fixture
def trials(redis_client: redis.Redis, settings: Settings) -> RedisTrials:
    return RedisTrials(redis_client, settings)


def test_a_question_is_given_to_one_taker_in_the_order_of_asking(trials: RedisTrials) -> None:
    assert trials.take() is None
    for name in ("first", "second"):
        trials.ask(name, TrialRequest(SOURCE, None, 7))
    assert trials.take() == ("first", TrialRequest(SOURCE, None, 7))
    assert trials.take() == ("second", TrialRequest(SOURCE, None, 7))
    assert trials.take() is None


def test_an_answer_can_be_read_again_and_expires(trials: RedisTrials, redis_client: redis.Redis) -> None:
    assert trials.answered("one") is None
    trial = Trial(5, "http_403", "HTTP 403", Seen("http://a.test/", 403, headers=[("server", "x")], first="<p>中</p>"))
    trials.answer("one", trial)
    assert trials.answered("one") == trials.answered("one") == trial
    assert 0 < redis_client.ttl(keys.TRIED + "one") <= keys.TRIED_S


def test_what_nobody_takes_is_forgotten_and_too_many_are_refused(
    trials: RedisTrials, redis_client: redis.Redis
) -> None:
    for number in range(keys.TRIALS_MAX):
        trials.ask(str(number), TrialRequest(SOURCE, None, 7))
    assert 0 < redis_client.ttl(keys.TRIALS) <= keys.TRIAL_ASKED_S
    with pytest.raises(Throttled):
        trials.ask("more", TrialRequest(SOURCE, None, 7))
    redis_client.delete(keys.TRIAL + "0")
    taken = trials.take()
    assert taken is not None
    assert taken[0] == "1"


def test_the_last_evidence_of_a_source_is_kept(trials: RedisTrials) -> None:
    assert trials.kept(7) is None
    for detail in ("first", "last"):
        trials.keep(7, Trial(5, "dns", detail))
    kept = trials.kept(7)
    assert kept is not None
    assert kept.detail == "last"


def test_what_another_version_has_written_is_as_good_as_missing(trials: RedisTrials, redis_client: redis.Redis) -> None:
    redis_client.set(keys.TRIED + "x", '{"at_ms": "no number"}')
    assert trials.answered("x") is None
