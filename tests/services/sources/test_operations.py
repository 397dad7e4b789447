"""Operations on many sources: a frozen list, a result for each, taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from kit.errors import Conflict, InvalidInput
from services.audit.schemas import AuditFilter
from services.forms import InvalidFields
from services.sources.operation_schemas import OperationView, Verb
from services.sources.schemas import SourceFilter, SourceView

if TYPE_CHECKING:
    from kit.clock import ManualClock
    from tests.services.conftest import Desk, MemoryCache


def make(desk: Desk, number: int, **changes: Any) -> list[int]:
    with desk() as services:
        return [
            services.sources.create(
                {
                    "source_type": "COLUMN",
                    "name": f"Source {one}",
                    "entry_url": f"https://s{one}.test/",
                    "cron_expr": "@daily",
                    **changes,
                },
                actor="seed",
            ).id
            for one in range(number)
        ]


def freeze(desk: Desk, verb: Verb, params: Any = None, **chosen: Any) -> OperationView:
    with desk() as services:
        return services.operations.freeze(verb, params, actor="li", **chosen)


def start(desk: Desk, operation: OperationView, **given: Any) -> OperationView:
    with desk() as services:
        services.operations.start(operation.id, actor="li", **given)
    return work(desk, operation.id)


def work(desk: Desk, operation_id: int, worker: str = "w", limit: int = 3) -> OperationView:
    more = True
    while more:
        with desk() as services:
            more = services.operation_work.advance(operation_id, worker, limit=limit)
    return seen(desk, operation_id)


def seen(desk: Desk, operation_id: int) -> OperationView:
    with desk() as services:
        return services.operations.get(operation_id)


def sources(desk: Desk) -> dict[int, SourceView]:
    with desk() as services:
        return {one.id: one for one in services.sources.each()}


def undo(desk: Desk, operation_id: int) -> OperationView:
    with desk() as services:
        back = services.operations.undo(operation_id, actor="wang")
    return work(desk, back.id)


def refusals(desk: Desk, operation_id: int) -> dict[int, dict[str, str]]:
    with desk() as services:
        return {one.number: one.problems for one in services.operations.items(operation_id, result="refused").items}


def test_exactly_the_frozen_sources_are_hit_whatever_the_filter_matches_later(desk: Desk, cache: MemoryCache) -> None:
    make(desk, 7, labels=["gov"])
    frozen = freeze(desk, Verb.PAUSE, {"note": "site migration"}, wanted=SourceFilter(label="gov"))
    assert (frozen.total, frozen.scope, frozen.needs_number) == (7, {"filter": {"label": "gov"}}, False)
    late = make(desk, 1, entry_url="https://late.test/", labels=["gov"])[0]
    ended = start(desk, frozen)
    assert (ended.state, ended.done, ended.same, ended.refused) == ("done", 7, 0, 0)
    status = {one.id: one.status for one in sources(desk).values()}
    assert status.pop(late) == 1
    assert set(status.values()) == {0}
    assert cache.sources[1].status == 0


def test_every_source_has_its_own_audit_entry_and_the_operation_one_that_names_the_number(desk: Desk) -> None:
    ids = make(desk, 2)
    start(desk, freeze(desk, Verb.PAUSE, {"note": "n"}, ids=ids))
    with desk() as services:
        (started,) = services.audit.page(AuditFilter(subject_type="operation")).items
        paused = services.audit.page(AuditFilter(subject_type="source", action="paused")).items
    assert (started.actor, started.after["sources"], started.after["verb"]) == ("li", 2, "pause")
    assert {(one.actor, one.subject_id, one.after["note"]) for one in paused} == {("li", "1", "n"), ("li", "2", "n")}


@pytest.mark.parametrize(
    ("verb", "params", "field", "value"),
    [
        (Verb.PRIORITY, {"priority": 2}, "priority", 2),
        (Verb.LABELS, {"add": ["new"], "remove": ["old"]}, "labels", ("kept", "new")),
        (Verb.OWNER, {"owner": "wang"}, "owner", "wang"),
        (Verb.PAUSE, {}, "status", 0),
    ],
)
def test_a_change_is_made_and_taken_back(desk: Desk, verb: Verb, params: Any, field: str, value: Any) -> None:
    ids = make(desk, 4, labels=["kept", "old"])
    before = {one: getattr(source, field) for one, source in sources(desk).items()}
    ended = start(desk, freeze(desk, verb, params, ids=ids))
    assert {getattr(one, field) for one in sources(desk).values()} == {value}
    assert ended.undo_until is not None
    back = undo(desk, ended.id)
    assert (back.verb, back.state, back.done) == ("undo", "done", 4)
    assert {one: getattr(source, field) for one, source in sources(desk).items()} == before
    assert seen(desk, ended.id).undone_by == back.id


def test_resumed_sources_are_paused_again_with_the_old_reason(desk: Desk) -> None:
    ids = make(desk, 2)
    with desk() as services:
        services.sources.pause(ids[0], actor="chen", note="redesign")
    ended = start(desk, freeze(desk, Verb.RESUME, ids=ids))
    assert (ended.done, ended.same) == (1, 1)
    undo(desk, ended.id)
    first = sources(desk)[ids[0]]
    assert (first.status, first.status_params["note"], first.status_params["by"]) == (0, "redesign", "chen")
    assert first.next_run_at is None


def test_a_template_is_given_to_many_and_an_unknown_one_is_refused_for_each(desk: Desk) -> None:
    ids = make(desk, 2)
    ended = start(desk, freeze(desk, Verb.TEMPLATE, {"template_id": 77}, ids=ids))
    assert (ended.done, ended.refused) == (0, 2)
    assert refusals(desk, ended.id)[ids[0]] == {"template_id": "there is no template 77"}
    assert ended.undo_until is None


def test_deleted_sources_come_back_unless_their_entry_is_anothers_now(desk: Desk) -> None:
    ids = make(desk, 3)
    frozen = freeze(desk, Verb.DELETE, ids=ids)
    assert frozen.needs_number
    with desk() as services, pytest.raises(InvalidFields, match="type the number of sources, 3"):
        services.operations.start(frozen.id, actor="li", expected=2)
    ended = start(desk, frozen, expected=3)
    assert sources(desk) == {}
    again = make(desk, 1)[0]
    back = undo(desk, ended.id)
    assert (back.done, back.refused) == (2, 1)
    assert "collected already by source" in refusals(desk, back.id)[ids[0]][""]
    assert sorted(sources(desk)) == [ids[1], ids[2], again]
    assert sources(desk)[ids[1]].status == 1


def test_what_somebody_changed_since_is_not_taken_back(desk: Desk) -> None:
    ids = make(desk, 3)
    ended = start(desk, freeze(desk, Verb.PRIORITY, {"priority": 1}, ids=ids))
    with desk() as services:
        services.sources.update(ids[0], 2, {"priority": 9}, actor="chen")
        services.sources.update(ids[1], 2, {"owner": "chen"}, actor="chen")
    back = undo(desk, ended.id)
    assert (back.done, back.refused) == (2, 1)
    assert "changed since by chen" in refusals(desk, back.id)[ids[0]][""]
    assert [one.priority for one in sources(desk).values()] == [9, 5, 5]
    assert sources(desk)[ids[1]].owner == "chen"


def test_paused_sources_are_not_run_and_the_others_are(desk: Desk) -> None:
    ids = make(desk, 2)
    with desk() as services:
        services.sources.pause(ids[0], actor="chen")
    ended = start(desk, freeze(desk, Verb.RUN_NOW, ids=ids))
    assert (ended.done, ended.refused, ended.undo_until) == (1, 1, None)
    with desk() as services:
        again = services.operations.retry(ended.id, actor="li")
        services.sources.resume(ids[0], actor="li")
    assert again.total == 1
    assert start(desk, again).done == 1


def test_many_sources_need_their_number_typed(desk: Desk) -> None:
    frozen = freeze(desk, Verb.PAUSE, {}, ids=make(desk, 101))
    assert frozen.needs_number
    with desk() as services, pytest.raises(InvalidFields):
        services.operations.start(frozen.id, actor="li")
    assert start(desk, frozen, expected=101).done == 101


def test_a_stopped_operation_leaves_the_rest_alone_and_what_is_done_can_be_undone(desk: Desk) -> None:
    frozen = freeze(desk, Verb.PAUSE, {}, ids=make(desk, 5))
    with desk() as services:
        services.operations.start(frozen.id, actor="li")
    with desk() as services:
        assert services.operation_work.advance(frozen.id, "w", limit=2)
    with desk() as services:
        assert services.operations.stop(frozen.id, actor="li").state == "stopped"
    with desk() as services:
        assert not services.operation_work.advance(frozen.id, "w", limit=2)
    assert [one.status for one in sources(desk).values()] == [0, 0, 1, 1, 1]
    assert undo(desk, frozen.id).done == 2


def test_another_worker_goes_on_only_when_the_first_has_fallen_silent(desk: Desk, clock: ManualClock) -> None:
    frozen = freeze(desk, Verb.PAUSE, {}, ids=make(desk, 5))
    with desk() as services:
        services.operations.start(frozen.id, actor="li")
    with desk() as services:
        assert services.operation_work.advance(frozen.id, "first", limit=2)
    with desk() as services:
        assert not services.operation_work.advance(frozen.id, "second", limit=2)
    clock.advance(61)
    assert work(desk, frozen.id, "second").done == 5


def test_undo_is_offered_for_a_week(desk: Desk, clock: ManualClock) -> None:
    ended = start(desk, freeze(desk, Verb.PAUSE, {}, ids=make(desk, 1)))
    clock.advance(timedelta(days=7, seconds=1).total_seconds())
    with desk() as services, pytest.raises(Conflict):
        services.operations.undo(ended.id, actor="li")


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"ids": [999]}, "no such source"),
        ({"wanted": SourceFilter()}, "at least one filter"),
        ({"wanted": SourceFilter(q="nowhere")}, "no such source"),
        ({"ids": range(10_001)}, "use a filter"),
    ],
)
def test_a_list_that_cannot_be_meant_is_refused(desk: Desk, chosen: Any, problem: str) -> None:
    make(desk, 1)
    with desk() as services, pytest.raises(InvalidInput, match=problem):
        services.operations.freeze(Verb.PAUSE, {}, actor="li", **chosen)


@pytest.mark.parametrize(
    ("verb", "params"),
    [
        (Verb.PRIORITY, {}),
        (Verb.PRIORITY, {"priority": 10}),
        (Verb.LABELS, {}),
        (Verb.LABELS, {"add": ["a|b"]}),
        (Verb.PAUSE, {"colour": "red"}),
        (Verb.RESUME, {"note": "x"}),
    ],
)
def test_wrong_parameters_are_named(desk: Desk, verb: Verb, params: Any) -> None:
    with desk() as services, pytest.raises(InvalidFields):
        services.operations.freeze(verb, params, actor="li", ids=[1])


def test_it_cannot_be_started_twice(desk: Desk) -> None:
    ended = start(desk, freeze(desk, Verb.PAUSE, {}, ids=make(desk, 1)))
    with desk() as services, pytest.raises(Conflict):
        services.operations.start(ended.id, actor="li")
