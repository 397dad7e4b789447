"""Families are learnt, what stands out is held as a case, and a decision takes effect once (requirement X6)."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import msgspec
import pytest
from msgspec.structs import replace

from collector.extract.anchors import FieldSight, PageSight, anchor_hash
from kit.backends import Backends
from kit.clock import ManualClock, to_ms
from kit.contracts.config import TemplateConfig
from kit.contracts.document import Document
from kit.contracts.event import CollectEvent
from kit.contracts.structure import RELEASED_HEADER, FamilyConfig
from kit.errors import Conflict, NotFound
from kit.ids import parse_task_id
from kit.settings import load
from services.bundle import Services
from services.monitoring.base import CheckContext, State
from services.monitoring.observed import Seen
from services.structure.check import StructureChanges
from services.structure.desk import StructureDesk
from services.structure.fold import StructureWatch
from services.structure.learnt import ENOUGH, KEPT
from services.structure.schemas import CaseStatus, HeldStatus

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache

SOURCE = 5
FAMILY = "1 www.town.example/{s}"
SPEC = {"kind": "html", "detail": {"fields": {"title": {"selectors": ["css:h1"]}}}}


def sight(path: str = "article>h1", label: str = "News") -> str:
    anchor = anchor_hash(label)
    found = PageSight({"title": FieldSight(path, anchor, label, (anchor,), 20)}, ("a", "b"))
    return msgspec.json.encode(found).decode()


class Teller:
    """Makes events and takes them in, a batch a call."""

    def __init__(self, desk: Desk, clock: ManualClock) -> None:
        self._desk, self._clock, self._number = desk, clock, 0

    def take(self, *events: Seen) -> None:
        with self._desk() as services:
            StructureWatch().fold(services.session, events)

    def seen(
        self, stage: Any, url: str, *, window: int = 0, version: str = "1:1", revision: int = 0, **more: Any
    ) -> Seen:
        self._number += 1
        numbers = {"revision": float(revision), **more.pop("numbers", {})}
        event = CollectEvent(
            task_id=f"src_{SOURCE}_2026113012{window:02d}#{self._number:032x}", source_id=str(SOURCE), stage=stage,
            at=to_ms(self._clock.now()), url=url, template_version=version, numbers=numbers, **more,
        )  # fmt: skip
        return Seen(event, parse_task_id(event.task_id), SOURCE, self._clock.now(), self._number)

    def judged(self, number: int, verdict: str, *, path: str = "article>h1", **more: Any) -> Seen:
        blocked = "title" if verdict in ("review", "missing") else ""
        evidence = (
            msgspec.json.encode({"title": {"verdict": verdict, "known_path": "article>h1"}}).decode() if blocked else ""
        )
        fields = {"family": FAMILY, "verdict": verdict, "blocked": blocked, "evidence": evidence, "sight": sight(path)}
        return self.seen("judged", url(number), fields=fields, **more)

    def held(self, number: int, verdict: str = "review", *, page: int | None = None, **more: Any) -> Seen:
        fields = {"family": FAMILY, "verdict": verdict, "blocked": "title", "page": f"{page or number:032x}"}
        key = f"quarantine/5/{number:032x}/{self._number}-x.json"
        return self.seen("quarantined", url(number), fields=fields, detail=key, **more)

    def compared(self, count: int) -> list[Seen]:
        return [self.seen("extracted", url(n), numbers={"judged": 1.0}) for n in range(count)]

    def learn(self, count: int = KEPT) -> None:
        self.take(*(self.judged(n, "learnt") for n in range(count)))


def url(number: int) -> str:
    return f"https://www.town.example/{number}"


@pytest.fixture
def teller(desk: Desk, clock: ManualClock) -> Teller:
    with desk() as services:
        template = services.templates.create("Town", SPEC, actor="wang")
        services.templates.publish(template.id, 1, actor="wang")
    return Teller(desk, clock)


def family(services: Services) -> FamilyConfig:
    (config,) = services.structure.configs([SOURCE])
    return config.families[FAMILY]


def test_of_a_source_without_pages_collectors_are_told_that_nothing_is_known(desk: Desk) -> None:
    with desk() as services:
        (config,) = services.structure.configs([SOURCE])
    assert (config.id, config.version, config.families, config.paused) == (SOURCE, 0, {}, False)


def test_a_family_is_judged_by_once_enough_pages_were_seen_and_learns_on_for_a_while(
    desk: Desk, teller: Teller
) -> None:
    teller.learn(ENOUGH - 1)
    with desk() as services:
        assert (family(services).baseline, family(services).learning) == ("", True)
    teller.take(teller.judged(90, "learnt"))
    with desk() as services:
        assert "article>h1" in family(services).baseline
        assert family(services).learning
    teller.learn()
    with desk() as services:
        assert not family(services).learning


def test_a_moved_field_moves_the_baseline(desk: Desk, teller: Teller) -> None:
    teller.learn()
    teller.take(teller.judged(1, "moved", path="main>h1"))
    with desk() as services:
        assert "main>h1" in family(services).baseline
        assert services.structure.cases() == []


def test_pages_of_a_version_that_is_not_live_teach_nothing(desk: Desk, teller: Teller) -> None:
    teller.take(*(teller.judged(n, "learnt", version="1:7") for n in range(KEPT)))
    with desk() as services:
        (config,) = services.structure.configs([SOURCE])
    assert config.families == {}


def test_a_page_that_stands_out_opens_one_case_and_holds_its_document(desk: Desk, teller: Teller) -> None:
    teller.learn()
    teller.take(teller.judged(50, "review", path="td>h1"), teller.held(50), teller.judged(51, "review", path="td>h1"))
    teller.take(teller.held(51))
    with desk() as services:
        (case,) = services.structure.cases(["open"])
        assert (case.pages, case.held, case.fields) == (2, {"held": 2}, ("title",))
        assert (case.before_url, case.after_url, case.template_version) == (url(KEPT - 1), url(50), 1)
        assert family(services).known
        assert "td>h1" not in family(services).baseline


def test_more_than_a_twentieth_of_the_day_pauses_overwriting(desk: Desk, teller: Teller) -> None:
    teller.learn()
    teller.take(*teller.compared(39), teller.judged(50, "review"), teller.held(50))
    with desk() as services:
        assert not services.structure.configs([SOURCE])[0].paused
    teller.take(teller.judged(51, "review"))
    with desk() as services:
        assert services.structure.configs([SOURCE])[0].paused
        assert services.structure.cases()[0].paused_why == "2 of 39 pages of the day stand out"


def test_the_same_page_twice_running_pauses_overwriting(desk: Desk, teller: Teller) -> None:
    teller.learn()
    teller.take(*teller.compared(200), teller.judged(50, "review"), teller.held(50))
    teller.take(teller.judged(50, "review", window=10), teller.held(51, page=50, window=10))
    with desk() as services:
        assert services.structure.cases()[0].paused_why == "a page stood out twice running"


def test_confirming_moves_the_baseline_lets_go_what_is_held_and_ends_the_pause(
    desk: Desk, teller: Teller, cache: MemoryCache
) -> None:
    teller.learn()
    teller.take(*(teller.judged(50 + n, "review", path="td>h1") for n in range(ENOUGH)), teller.held(50))
    teller.take(teller.held(60, "paused"))
    for _ in range(2):
        with desk() as services:
            case = services.structure.confirm(services.structure.cases()[0].id, actor="wang")
    assert (case.status, case.held, case.decided_by) == (CaseStatus.CONFIRMED, {"releasing": 1}, "wang")
    config = cache.structures[SOURCE]
    assert not config.paused
    assert "td>h1" in config.families[FAMILY].baseline
    assert "article>h1" not in config.families[FAMILY].baseline
    with desk() as services:
        audited = [entry for entry in services.audit.page().items if entry.subject_type == "structure"]
        assert [entry.action for entry in audited] == ["structure_confirmed"]
        assert services.structure.held(case.id)[0].status is HeldStatus.RELEASING


def test_what_was_judged_by_the_baseline_before_a_decision_follows_the_decision(desk: Desk, teller: Teller) -> None:
    teller.learn()
    teller.take(teller.judged(50, "review", path="td>h1", revision=1), teller.held(50, revision=1))
    with desk() as services:
        services.structure.confirm(services.structure.cases()[0].id, actor="wang")
    teller.take(teller.judged(51, "review", path="td>h1", revision=1), teller.held(51, revision=1))
    teller.take(teller.judged(52, "same", revision=1))
    with desk() as services:
        (case,) = services.structure.cases()
        assert case.held == {"releasing": 2}
        assert family(services).baseline == ""


def test_a_decision_cannot_be_turned_round_once_it_is_settled(desk: Desk, teller: Teller) -> None:
    teller.learn()
    teller.take(teller.judged(50, "review"), teller.held(50))
    with desk() as services:
        services.structure.confirm(services.structure.cases()[0].id, actor="wang")
    with desk() as services, pytest.raises(Conflict):
        services.structure.reject(services.structure.cases()[0].id, actor="wang")
    with desk() as services, pytest.raises(NotFound):
        services.structure.confirm(99, actor="wang")


def test_a_finding_names_version_source_both_pages_and_fields(desk: Desk, teller: Teller, clock: ManualClock) -> None:
    teller.learn()
    teller.take(*teller.compared(100), teller.judged(50, "review"), teller.held(50))
    context = CheckContext(desk.database, None, None, None, clock, None)  # type: ignore[arg-type]
    (finding,) = StructureChanges().run(context)
    assert (finding.subject_type, finding.subject_id, finding.state) == ("template", "5/1:1", State.WARN)
    (shown,) = finding.evidence.values()
    assert (shown["before"], shown["after"]) == (url(KEPT - 1), url(50))
    assert (shown["template_version"], shown["fields"]) == ("1:1", ["title"])
    clock.advance(25 * 3600)
    assert [one.state for one in StructureChanges().run(context)] == [State.DOWN]
    with desk() as services:
        services.structure.confirm(services.structure.cases()[0].id, actor="wang")
    assert [one.state for one in StructureChanges().run(context)] == [State.OK]


class FakeReader:
    """Reads a page as its template's version says, without a process."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to end."""

    def read(self, document: Document, template: TemplateConfig) -> Document | str:
        if template.version == 2:
            return "required field title was not found"
        return replace(document, title=f"read by version {template.version}", gate=None)


@pytest.fixture
def back(desk: Desk, clock: ManualClock, cache: MemoryCache, tmp_path: Path) -> Any:
    """The monitor's part, over an embedded log and object store."""
    backends = Backends(load(data_dir=tmp_path / "stores"), clock)
    structure = StructureDesk(desk.database, clock, cache, backends.log, backends.objects, FakeReader)
    yield structure, backends
    backends.close()


def keep(backends: Backends, seen: Seen) -> Seen:
    """What the event tells of, in the object store."""
    document = Document(
        task_id=seen.event.task_id, source_id="5", source_type="WEB", url=seen.event.url, title="As it was read", content="text",
        collect_time="2026-11-30T12:00:00+00:00", content_hash="0" * 32, fingerprint=seen.event.fields["page"],
    )  # fmt: skip
    backends.objects.put(seen.event.detail, msgspec.json.encode(document))
    return seen


def logged(backends: Backends) -> list[tuple[str, bool]]:
    messages = backends.log.consumer(["collect.web"], "test").poll(max_records=100, timeout_s=0.1)
    return [(msgspec.json.decode(one.value, type=Document).title, RELEASED_HEADER in one.headers) for one in messages]


def test_confirmed_documents_go_back_to_the_cleaner_once(desk: Desk, teller: Teller, back: Any) -> None:
    structure, backends = back
    teller.learn()
    teller.take(teller.judged(50, "review"), keep(backends, teller.held(50)))
    structure.step()
    assert logged(backends) == []
    with desk() as services:
        services.structure.confirm(services.structure.cases()[0].id, actor="wang")
    for _ in range(3):
        structure.step()
    assert logged(backends) == [("As it was read", True)]
    with desk() as services:
        assert services.structure.cases()[0].held == {"released": 1}


def test_rejected_documents_are_read_again_by_the_next_version_that_can(
    desk: Desk, teller: Teller, back: Any, cache: MemoryCache
) -> None:
    structure, backends = back
    teller.learn()
    teller.take(teller.judged(50, "review"), keep(backends, teller.held(50)))
    with desk() as services:
        services.structure.reject(services.structure.cases()[0].id, actor="wang", note="look at the headline")
    structure.step()
    assert logged(backends) == []
    for number in (2, 3):
        with desk() as services:
            services.templates.save_version(
                1, {**SPEC, "detail": {"fields": {"title": {"selectors": [f"css:h{number}"]}}}}, actor="wang"
            )
            services.templates.publish(1, number, actor="wang")
        structure.step()
        structure.step()
        with desk() as services:
            (case,) = services.structure.cases()
            (held,) = services.structure.held(case.id)
        if number == 2:
            assert (case.status, held.status) == (CaseStatus.FIXED, HeldStatus.FIXING)
            assert (held.reason, held.template_version) == ("required field title was not found", "1:2")
    assert logged(backends) == [("read by version 3", True)]
    assert held.status is HeldStatus.RELEASED
    assert cache.structures[SOURCE].families[FAMILY].baseline == ""


def test_killed_between_log_and_database_it_hands_the_same_document_on_again(
    desk: Desk, teller: Teller, back: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    structure, backends = back
    teller.learn()
    teller.take(teller.judged(50, "review"), keep(backends, teller.held(50)))
    with desk() as services:
        services.structure.confirm(services.structure.cases()[0].id, actor="wang")
    with monkeypatch.context() as killed:
        killed.setattr("services.structure.repository_held.set_status", _killed)
        with pytest.raises(KeyboardInterrupt):
            structure.step()
    structure.step()
    assert logged(backends) == [("As it was read", True)] * 2


def test_what_the_object_store_has_lost_is_said_and_stops_nothing(desk: Desk, teller: Teller, back: Any) -> None:
    structure, backends = back
    teller.learn()
    teller.take(teller.judged(50, "review"), teller.held(50), keep(backends, teller.held(51)))
    with desk() as services:
        services.structure.confirm(services.structure.cases()[0].id, actor="wang")
    structure.step()
    with desk() as services:
        assert services.structure.cases()[0].held == {"lost": 1, "released": 1}


def _killed(*_: Any) -> None:
    raise KeyboardInterrupt
