"""What operators do with sources."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from kit.clock import ManualClock
from kit.contracts.task import Task
from kit.errors import Conflict, InvalidInput, NotFound
from services.audit.schemas import AuditFilter
from services.forms import InvalidFields
from services.sources.schemas import SourceFilter, SourceInput, SourceStatus

if TYPE_CHECKING:
    from kit.adapters.real.redis_queue import RedisTaskQueue
    from tests.services.conftest import Desk, MemoryCache

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
COLUMN: dict[str, Any] = {
    "source_type": "COLUMN",
    "name": "Harbour news",
    "entry_url": "https://harbour.test/news/",
    "cron_expr": "*/10 * * * *",
    "timezone": "Asia/Shanghai",
}


def column(**changes: Any) -> dict[str, Any]:
    return {**COLUMN, **changes}


def test_new_source_runs_at_its_next_fire_time_and_reaches_the_cache_after_the_commit(
    desk: Desk, cache: MemoryCache
) -> None:
    with desk() as services:
        view = services.sources.create(column(labels=["port", "city", "port"], options={"max_pages": 3}), actor="wang")
        assert cache.sources == {}
    assert view.next_run_at == NOON + timedelta(minutes=10)
    assert (view.version, view.priority, view.charset, view.labels) == (1, 5, "AUTO", ("city", "port"))
    config = cache.sources[view.id]
    assert (config.version, config.options, config.rate) == (1, {"max_pages": 3}, 2.0)


def test_nothing_reaches_the_cache_when_the_transaction_fails(desk: Desk, cache: MemoryCache) -> None:
    def fail() -> None:
        with desk() as services:
            services.sources.create(column(), actor="wang")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert cache.sources == {}
    with desk() as services:
        assert services.sources.page().total == 0


@pytest.mark.parametrize(
    "second",
    ["https://HARBOUR.test:443/news/", "https://harbour.test/news/#top", "https://harbour.test/news/?utm_source=x"],
)
def test_second_entry_of_the_same_source_is_refused_naming_the_first(desk: Desk, second: str) -> None:
    with desk() as services:
        first = services.sources.create(column(), actor="wang")
        with pytest.raises(Conflict, match=f"source {first.id} .Harbour news") as caught:
            services.sources.create(column(name="Again", entry_url=second), actor="wang")
    assert caught.value.existing == str(first.id)
    assert caught.value.status == 409


def test_same_entry_may_be_another_type_of_source(desk: Desk) -> None:
    with desk() as services:
        one = services.sources.create(column(), actor="wang")
        two = services.sources.create(column(source_type="blogger"), actor="wang")
    assert one.id != two.id
    assert two.source_type == "BLOGGER"


def test_every_bad_field_is_named_at_once(desk: Desk) -> None:
    bad = column(
        name=" ",
        priority=10,
        timezone="Mars/Base",
        cron_expr="61 * * * *",
        headers={"Host": "x"},
        language="???",
        labels=["a|b"],
    )
    with desk() as services, pytest.raises(InvalidFields) as caught:
        services.sources.create(bad, actor="wang")
    assert set(caught.value.problems) == {
        "name",
        "priority",
        "timezone",
        "cron_expr",
        "headers",
        "language",
        "labels.0",
    }
    assert "Asia/Shanghai" in caught.value.problems["timezone"]


def test_kind_options_template_and_address_are_checked_together(desk: Desk) -> None:
    bad = column(
        options={"max_pages": 0, "nonsense": 1}, template_id=77, entry_url="ftp://harbour.test/", charset="klingon"
    )
    with desk() as services, pytest.raises(InvalidFields) as caught:
        services.sources.create(bad, actor="wang")
    assert set(caught.value.problems) == {
        "options.max_pages",
        "options.nonsense",
        "template_id",
        "entry_url",
        "charset",
    }


def test_unknown_kind_is_refused_listing_the_known_ones(desk: Desk) -> None:
    with desk() as services, pytest.raises(InvalidFields, match="APP, BLOGGER, COLLECTION"):
        services.sources.create(column(source_type="TELEX"), actor="wang")


def test_update_changes_version_cache_and_next_run(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
    with desk() as services:
        changed = services.sources.update(view.id, view.version, {"cron_expr": "0 6 * * *", "priority": 1}, actor="li")
    assert (changed.version, changed.priority, changed.updated_by) == (2, 1, "li")
    assert changed.next_run_at == datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
    assert cache.sources[view.id].version == 2


def test_update_of_an_old_version_is_refused_with_both_versions(desk: Desk) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
        services.sources.update(view.id, 1, {"name": "Port news"}, actor="li")
        with pytest.raises(Conflict, match="you saw version 1, it is at version 2 since .* by li"):
            services.sources.update(view.id, 1, {"name": "Sea news"}, actor="wang")
        assert services.sources.get(view.id).name == "Port news"


def test_update_that_lost_the_race_for_the_row_is_a_conflict(desk: Desk) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
    with desk() as services:
        services.sources.get(view.id)
        services.session.execute(text("UPDATE collect_source SET version = 9"))
        with pytest.raises(Conflict, match="version 9"):
            services.sources.update(view.id, 1, {"name": "Sea news"}, actor="wang")


def test_update_without_a_change_leaves_version_and_audit_alone(desk: Desk) -> None:
    with desk() as services:
        view = services.sources.create(column(options={"max_pages": 1}), actor="wang")
        assert services.sources.update(view.id, 1, {"name": view.name, "options": {}}, actor="li").version == 1
        services.session.flush()
        assert services.audit.page(AuditFilter(actor="li")).total == 0


def test_moving_a_source_onto_the_entry_of_another_is_refused(desk: Desk) -> None:
    with desk() as services:
        first = services.sources.create(column(), actor="wang")
        second = services.sources.create(column(entry_url="https://harbour.test/sport/"), actor="wang")
        with pytest.raises(Conflict, match=f"source {first.id}"):
            services.sources.update(second.id, 1, {"entry_url": COLUMN["entry_url"]}, actor="wang")


def test_unknown_field_of_an_update_is_refused(desk: Desk) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
        with pytest.raises(InvalidFields, match="fail_count"):
            services.sources.update(view.id, 1, {"fail_count": 0}, actor="wang")


def test_pause_keeps_who_and_why_and_cancels_waiting_tasks(
    desk: Desk, cache: MemoryCache, queue: RedisTaskQueue
) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
    task = Task(f"src_{view.id}_202611301200", view.id, "COLUMN", 5, 0, 0)
    queue.enqueue([task], now_ms=1)
    with desk() as services:
        paused = services.sources.pause(view.id, actor="li", note="site is moving")
    assert (paused.status, paused.next_run_at) == (SourceStatus.PAUSED, None)
    assert paused.status_params == {"by": "li", "note": "site is moving", "since": NOON.isoformat()}
    assert cache.sources[view.id].status == 0
    assert queue.stats().pending == 0


def test_resume_forgets_failures_and_waits_for_the_next_fire_time(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
        services.session.execute(text("UPDATE collect_source SET fail_count = 7, fail_weight = 7"))
        services.sources.pause(view.id, actor="li")
        clock.advance(3600)
        resumed = services.sources.resume(view.id, actor="li")
    assert (resumed.status, resumed.fail_count, resumed.fail_weight) == (SourceStatus.ENABLED, 0, 0.0)
    assert resumed.next_run_at == NOON + timedelta(minutes=70)


def test_watched_source_is_not_due(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
        assert services.sources.watch(view.id, actor="li").status == SourceStatus.WATCHED
        clock.advance(86400)
        assert services.schedule.due(clock.now(), 10) == []


def test_deleted_source_vanishes_frees_its_entry_and_leaves_the_cache(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
    with desk() as services:
        services.sources.delete(view.id, actor="li")
    assert cache.dropped == [("source", view.id)]
    with desk() as services:
        assert services.sources.page().items == ()
        assert services.sources.config(view.id) is None
        assert services.sources.get(view.id, deleted=True).deleted_at == NOON
        with pytest.raises(NotFound):
            services.sources.get(view.id)
        assert services.sources.create(column(), actor="wang").id != view.id


def test_run_now_is_due_at_once_and_a_second_time_under_the_next_minute(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        view = services.sources.create(column(), actor="wang")
        clock.advance(65)
        services.sources.run_now(view.id, actor="li")
        due = services.schedule.due(clock.now(), 10)
        assert [one.window for one in due] == [NOON + timedelta(minutes=1)]
        services.schedule.scheduled(due, clock.now())
        assert services.sources.get(view.id).next_run_at == NOON + timedelta(minutes=10)
        assert services.sources.run_now(view.id, actor="li").next_run_at == clock.now()
        assert [one.window for one in services.schedule.due(clock.now(), 10)] == [NOON + timedelta(minutes=2)]


def test_run_now_of_a_paused_source_is_refused(desk: Desk) -> None:
    with desk() as services:
        view = services.sources.create(column(status=0), actor="wang")
        with pytest.raises(Conflict, match="resume"):
            services.sources.run_now(view.id, actor="li")


def test_list_filters_by_text_type_status_label_template_and_owner(desk: Desk) -> None:
    with desk() as services:
        create = services.sources.create
        a = create(column(labels=["port"], owner="wang"), actor="w")
        b = create(column(entry_url="https://b.test/100%25_off", name="100% 折扣", status=0), actor="w")
        c = create(column(source_type="BLOGGER", entry_url="https://c.test/feed", labels=["portal"]), actor="w")

        def ids(**wanted: Any) -> list[int]:
            return [one.id for one in services.sources.page(SourceFilter(**wanted)).items]

        assert ids(q="HARBOUR") == [a.id, c.id]
        assert ids(q="100%") == [b.id]
        assert ids(q="_") == [b.id]
        assert ids(q="折扣") == [b.id]
        assert ids(q=str(c.id)) == [c.id]
        assert ids(types=("BLOGGER",)) == [c.id]
        assert ids(statuses=(0,)) == [b.id]
        assert ids(label="port") == [a.id]
        assert ids(owner="wang") == [a.id]
        assert ids(template_id=1) == []
        assert services.sources.counts() == {SourceStatus.PAUSED: 1, SourceStatus.ENABLED: 2, SourceStatus.WATCHED: 0}


@pytest.mark.parametrize("sort", ["name", "next_run_at", "id"])
@pytest.mark.parametrize("descending", [False, True])
def test_pages_hold_each_source_once_in_order(desk: Desk, sort: Any, descending: bool) -> None:
    with desk() as services:
        for n in range(7):
            cron = ("*/10 * * * *", "", "0 6 * * *")[n % 3]
            services.sources.create(
                column(entry_url=f"https://s{n}.test/", name=f"N{n % 3}", cron_expr=cron), actor="w"
            )
        seen, after = [], ""
        while True:
            page = services.sources.page(sort=sort, descending=descending, limit=2, after=after)
            seen += [one.id for one in page.items]
            assert page.total == 7
            if not (after := page.next):
                break
        whole = services.sources.page(sort=sort, descending=descending, limit=50)
    assert seen == [one.id for one in whole.items]
    assert sorted(seen) == list(range(1, 8))


@pytest.mark.parametrize("after", ["x", "W10", "WzEsMl0", "bnVsbA", "[" * 5000])
def test_damaged_page_link_is_refused(desk: Desk, after: str) -> None:
    with desk() as services, pytest.raises(InvalidInput, match="first page"):
        services.sources.page(sort="name", after=after)


def test_every_write_is_in_the_audit_log_with_changed_fields_only_and_no_secret(desk: Desk) -> None:
    with desk() as services:
        view = services.sources.create(column(headers={"X-Api-Key": "abc", "X-Mode": "1"}), actor="wang")
        services.sources.update(view.id, 1, {"priority": 2, "headers": {"X-Api-Key": "def"}}, actor="li")
        services.sources.pause(view.id, actor="li", note="n")
        services.sources.delete(view.id, actor="li")
    with desk() as services:
        entries = services.audit.page(AuditFilter(subject_type="source", subject_id=str(view.id))).items
    assert [entry.action for entry in entries] == ["delete", "paused", "update", "create"]
    update = entries[2]
    assert (update.before["priority"], update.after["priority"]) == (5, 2)
    assert set(update.before) == {"priority", "headers"}
    assert "abc" not in str(entries)
    assert "def" not in str(update.after["headers"])
    assert update.after["headers"] == {"X-Api-Key": "***"}


def test_the_form_model_fills_every_column_that_it_names(desk: Desk) -> None:
    with desk() as services:
        view = services.sources.create(column(rate=0, concurrency=4, site_name="H", language="zh"), actor="w")
        again = services.sources.get(view.id)
    for name in SourceInput.model_fields:
        assert getattr(again, name) == getattr(view, name)
    assert (again.rate, again.concurrency, again.language) == (0, 4, "zh")
