"""Shadow runs: who takes part, what is counted, what follows (requirement C6)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from kit.clock import ManualClock, to_ms
from kit.contracts.event import CollectEvent
from kit.errors import Conflict, InvalidInput, NotFound
from kit.ids import parse_task_id
from services.bundle import Services
from services.monitoring.observed import Seen
from services.templates.errors import GateClosed
from services.templates.shadow_counts import SLOTS, ShadowCounts

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache


def spec(selector: str = "css:h1") -> dict[str, Any]:
    return {"kind": "html", "detail": {"fields": {"title": {"selectors": [selector]}}}}


def template_with_draft(services: Services) -> int:
    template = services.templates.create("Harbour", spec(), actor="wang")
    services.templates.publish(template.id, 1, actor="wang")
    services.templates.save_version(template.id, spec("css:h2"), actor="wang")
    return template.id


def event(clock: ManualClock, number: int, *, run: int = 1, template: int = 1, **fields: Any) -> Seen:
    """What a collector tells about one page."""
    told = CollectEvent(
        task_id=f"src_5_202611301200#{number:032x}",
        source_id="5",
        stage="shadowed",
        at=to_ms(clock.now()),
        url=f"https://www.example.com/{number}",
        template_version=f"{template}:1",
        numbers={"draft": 2.0, "run": float(run)},
        fields={name: msgspec.json.encode(one).decode() for name, one in fields.items()},
    )
    return Seen(told, parse_task_id(told.task_id), 5, clock.now(), number)


SAME = ("same", "", "")


def fold(desk: Desk, *events: Seen) -> None:
    with desk() as services:
        ShadowCounts().fold(services.session, events)


def test_a_run_reaches_the_collectors_with_the_live_version_and_ends_by_itself(
    desk: Desk, cache: MemoryCache, clock: ManualClock
) -> None:
    with desk() as services:
        template = template_with_draft(services)
        run = services.shadows.start(template, 2, actor="li", hours=2, percent=12.5)
    assert (run.outcome, run.live_version, run.share) == ("running", 1, 125)
    config = cache.templates[template]
    assert (config.version, config.spec["detail"]["fields"]["title"]["selectors"]) == (1, ["css:h1"])
    assert config.shadow is not None
    assert (config.shadow.version, config.shadow.share, config.shadow.until_ms) == (
        2,
        125,
        to_ms(clock.now()) + 7_200_000,
    )
    with desk() as services:
        assert services.templates.configs([template])[0].shadow == config.shadow
    clock.advance(7_201)
    with desk() as services:
        assert services.templates.configs([template])[0].shadow is None
        assert services.shadows.runs(template)[0].outcome == "over"


def test_differences_are_counted_by_field_and_kind_with_examples(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        template_with_draft(services)
        services.shadows.start(1, 2, actor="li")
    pages = [event(clock, number, title=("shorter", "A - News", "A"), content=SAME) for number in range(30)]
    fold(desk, *pages[:20])
    fold(
        desk,
        *pages[20:],
        event(clock, 40, title=SAME, content=("lost", "Text", "")),
        event(clock, 41, run=7, title=SAME),
    )
    with desk() as services:
        report = services.shadows.report(1, 2)
    assert report is not None
    assert (report.run.pages, report.run.different) == (31, 31)
    title, content = report.fields
    assert (title.field, title.counts, title.different) == ("title", {"shorter": 30, "same": 1}, 30)
    assert content.counts == {"same": 30, "lost": 1}
    assert len(title.examples) == SLOTS
    assert (content.examples[0].url, content.examples[0].live) == ("https://www.example.com/40", "Text")


def test_fields_that_were_lost_keep_the_version_from_being_published(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        template_with_draft(services)
        services.shadows.start(1, 2, actor="li")
    fold(desk, *(event(clock, number, title=("lost", "A", "") if number < 3 else SAME) for number in range(30)))
    with desk() as services, pytest.raises(GateClosed, match="title was lost on 3 of 30 pages"):
        services.templates.publish(1, 2, actor="li")
    with desk() as services:
        services.templates.publish(1, 2, actor="root", override="those three are gone")
        assert services.shadows.runs(1)[0].outcome == "promoted"
        assert services.templates.configs([1])[0].shadow is None


def test_changed_fields_are_no_reason_against_publishing(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        template_with_draft(services)
        services.shadows.start(1, 2, actor="li")
    fold(desk, *(event(clock, number, title=("changed", "A", "B")) for number in range(60)))
    with desk() as services:
        gate = services.templates.gate(1, 2)
        assert gate.problems == ()
        assert not any("shadow" in notice for notice in gate.notices)
        services.templates.publish(1, 2, actor="li")


def test_a_second_run_of_a_version_begins_anew_and_late_events_of_the_first_do_not_count(
    desk: Desk, clock: ManualClock
) -> None:
    with desk() as services:
        template_with_draft(services)
        services.shadows.start(1, 2, actor="li")
    fold(desk, event(clock, 1, title=("lost", "A", "")))
    with desk() as services:
        services.shadows.stop(1, 2, actor="li", discard=True)
        assert services.shadows.runs(1)[0].outcome == "discarded"
        assert services.shadows.start(1, 2, actor="li").run == 2
    fold(desk, event(clock, 2, title=SAME), event(clock, 3, run=2, title=SAME))
    with desk() as services:
        report = services.shadows.report(1, 2)
    assert report is not None
    assert [(one.field, one.counts) for one in report.fields] == [("title", {"same": 1})]


def test_stopping_reaches_the_collectors_at_once(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        template = template_with_draft(services)
        services.shadows.start(template, 2, actor="li")
    with desk() as services:
        services.shadows.stop(template, 2, actor="li")
    assert cache.templates[template].shadow is None


def test_one_version_runs_at_a_time(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        template = template_with_draft(services)
        services.templates.save_version(template, spec("css:h3"), actor="wang")
        services.shadows.start(template, 2, actor="li")
        services.shadows.start(template, 3, actor="li")
        assert [(one.number, one.outcome) for one in services.shadows.runs(template)] == [
            (3, "running"),
            (2, "stopped"),
        ]
    shadow = cache.templates[template].shadow
    assert shadow is not None
    assert shadow.version == 3


def test_what_cannot_run_is_refused_with_the_reason(desk: Desk) -> None:
    with desk() as services:
        fresh = services.templates.create("New", spec(), actor="wang")
        with pytest.raises(Conflict, match="nothing is live"):
            services.shadows.start(fresh.id, 1, actor="li")
        template = template_with_draft(services)
        with pytest.raises(Conflict, match="is the live one"):
            services.shadows.start(template, 1, actor="li")
        with pytest.raises(NotFound):
            services.shadows.start(template, 9, actor="li")
        with pytest.raises(NotFound):
            services.shadows.stop(template, 2, actor="li")
        for wrong in ({"hours": 0.0}, {"hours": 1_000.0}, {"percent": 0.0}, {"percent": 51.0}):
            with pytest.raises(InvalidInput):
                services.shadows.start(template, 2, actor="li", **wrong)


@pytest.mark.parametrize(
    "fields",
    [{}, {"title": ("none", "", "")}, {"x" * 200: ("changed", "a" * 9_000, "𠮷" * 9_000)}, {"": SAME}],
)
def test_events_of_any_shape_are_taken_in(desk: Desk, clock: ManualClock, fields: dict[str, Any]) -> None:
    with desk() as services:
        template_with_draft(services)
        services.shadows.start(1, 2, actor="li")
    broken = event(clock, 1)
    broken.event.fields["title"] = "{"
    strange = event(clock, 2, template=99, **fields)
    fold(desk, broken, strange, event(clock, 3, **fields))
    with desk() as services:
        report = services.shadows.report(1, 2)
        assert ShadowCounts().prune(services.session, date(2026, 12, 1), 10) == 0
    assert report is not None
    assert report.run.pages == 2


def test_thirty_sources_of_one_template_switch_and_roll_back_together(desk: Desk, cache: MemoryCache) -> None:
    data = {"source_type": "COLUMN", "cron_expr": "@daily"}
    with desk() as services:
        template = template_with_draft(services)
        ids = [
            services.sources.create(
                {**data, "name": f"S{number}", "entry_url": f"https://s{number}.test/", "template_id": template},
                actor="wang",
            ).id
            for number in range(30)
        ]

    def selectors() -> set[str]:
        """What each source's collector would read with, found as a collector finds it."""
        configs = [cache.template(source.template_id or 0) for one in ids if (source := cache.source(one))]
        assert len(configs) == 30
        return {one.spec["detail"]["fields"]["title"]["selectors"][0] for one in configs if one}

    assert selectors() == {"css:h1"}
    with desk() as services:
        services.templates.publish(template, 2, actor="li")
        assert selectors() == {"css:h1"}
    assert selectors() == {"css:h2"}
    with desk() as services:
        services.templates.rollback(template, actor="li")
    assert selectors() == {"css:h1"}
