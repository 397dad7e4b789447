"""A source is tried from its form; what was seen is shown, also where collecting has failed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from console.state import Console
from console.work import Work
from kit.clock import ManualClock
from kit.contracts.task import TaskState
from kit.contracts.trial import FoundField, FoundLink, Seen, Trial
from kit.vault import Vault
from services.tasks.schemas import WindowEnd
from tests.console import seeds
from tests.console.pages.test_source_edit import FORM
from tests.console.people import Person

LIST = Seen(
    "https://www.city.example/zwgk/", 200, address="192.0.2.7", elapsed_ms=42, headers=[("Server", "nginx"), ("Set-Cookie", "id=…")],
    content_type="text/html; charset=gbk", size=1234, first="<html><script>alert(1)</script>", encoding="gb18030",
    charset={"header": "gbk"}, redirects=["http://www.city.example/zwgk/"],
)  # fmt: skip
GOOD = Trial(
    1, list=LIST, links=(FoundLink("https://www.city.example/a", "标题 <b>", "2026-11-30"),), link_count=17,
    next_url="https://www.city.example/zwgk/2", fields=(FoundField("title", "标题", "css:h1"),),
)  # fmt: skip
BAD = Trial(
    1, "http_403", "HTTP 403", Seen("https://www.city.example/news/", 403, "http_403", "HTTP 403", first="Request blocked"),
)  # fmt: skip


def asked(person: Person, **changes: Any) -> str:
    sent = person.post("/sources/test", {**FORM, **changes})
    assert sent.status_code == 303, sent.text
    return str(sent.headers["location"])


def answered(console: Console, trial: Trial) -> None:
    taken = console.ports.trials.take()
    assert taken is not None
    console.ports.trials.answer(taken[0], trial)


def test_the_form_is_asked_of_a_collector_as_it_stands_and_nothing_is_saved(operator: Person, console: Console) -> None:
    page = asked(operator, headers="X-Key: top-secret-word", rate="0.5")
    taken = console.ports.trials.take()
    assert taken is not None
    source = taken[1].source
    assert (source.id, source.version, source.rate, source.options) == (
        0,
        0,
        0.5,
        {"max_pages": 4, "include": ["/a/", "/b/"]},
    )
    assert "top-secret-word" not in str(taken)
    assert Vault.of(console.settings).header(source.headers["X-Key"]) == "top-secret-word"
    assert operator.get("/sources.json").json()["rows"] == []
    assert 'aria-busy="true"' in operator.get(page).text


def test_what_was_seen_is_shown_and_a_reload_shows_it_again(operator: Person, console: Console) -> None:
    page = asked(operator)
    answered(console, GOOD)
    for _ in range(2):
        html = operator.get(page).text
        for shown in (
            "It works: 17 links",
            "gb18030",
            "header: gbk",
            "css:h1",
            "nginx",
            "192.0.2.7",
            "zwgk/2",
            "http://www",
        ):
            assert shown in html
        assert "<script>alert" not in html
        assert "标题 &lt;b&gt;" in html
    part = operator.get(page, headers={"HX-Request": "true"}).text
    assert part.lstrip().startswith('<div id="trial">')


def test_a_failure_says_what_it_means_and_what_to_do_in_both_languages(operator: Person, console: Console) -> None:
    page = asked(operator)
    answered(console, BAD)
    html = operator.get(page).text
    assert "The site refused the request (403)." in html
    assert "Lower the rate and check the headers." in html
    assert "Request blocked" in html
    operator.post("/language", {"language": "zh", "back": "/sources"})
    assert "怎么办" in operator.get(page).text


def test_a_form_with_problems_is_not_tried(operator: Person, console: Console) -> None:
    sent = operator.post("/sources/test", {**FORM, "cron_expr": "61 * * * *", "priority": "x"})
    assert sent.status_code == 422
    assert "Write a whole number." in sent.text
    part = operator.post("/sources/test", {**FORM, "entry_url": "ftp://x"}, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert "Must be an address that begins with" in part.text
    assert console.ports.trials.take() is None


def test_a_stored_secret_is_used_without_being_typed_again(operator: Person, console: Console) -> None:
    operator.post("/sources/new", {**FORM, "headers": "X-Key: top-secret-word"})
    asked(operator, own="1", headers="X-Key: (unchanged)")
    taken = console.ports.trials.take()
    assert taken is not None
    assert Vault.of(console.settings).header(taken[1].source.headers["X-Key"]) == "top-secret-word"


def test_when_no_collector_answers_it_says_so(operator: Person, clock: ManualClock) -> None:
    page = asked(operator)
    clock.advance(61)
    html = operator.get(page).text
    assert "No collector has answered." in html
    assert "hx-trigger" not in html.split('id="trial"')[1].split(">")[0]


def test_a_source_whose_site_is_broken_shows_class_evidence_and_cure(viewer: Person, console: Console) -> None:
    made = seeds.source(console)
    assert "Why did it fail?" not in viewer.get(f"/sources/{made.id}").text
    failing(console, made.id)
    html = viewer.get(f"/sources/{made.id}").text
    assert "No answer of the site was kept." in html
    assert "Lower the rate and check the headers." in html
    console.ports.trials.keep(made.id, BAD)
    html = viewer.get(f"/sources/{made.id}").text
    assert "Why did it fail?" in html
    assert "Request blocked" in html
    assert "No answer of the site was kept." not in html


def failing(console: Console, source_id: int) -> None:
    """As the scheduler leaves a source whose window has ended."""
    now = console.clock.now()
    with console.database.session() as session:
        end = WindowEnd(
            source_id=source_id, task_id="t", window=now - timedelta(minutes=5), state=TaskState.DEAD, failure="http_403",
            ended_at=now, retry_after_s=0,
        )  # fmt: skip
        Work(console, session).schedule.record([end])
