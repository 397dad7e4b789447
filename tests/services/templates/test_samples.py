"""Golden samples, and the gate that they keep (requirement C5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kit.errors import InvalidInput, NotFound
from services.audit.schemas import AuditFilter
from services.bundle import Services
from services.templates.errors import GateClosed

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache

URL = "https://www.example.com/news/1.html"
PAGE = "<html><body><h1>The bridge is open</h1><h2>Harbour</h2><p class='b'>首班车中午通过。</p></body></html>"
LOGIN = "<html><body><form><h3>Sign in to read on</h3></form></body></html>"


def spec(title: str = "css:h1") -> dict[str, Any]:
    return {
        "detail": {"fields": {"title": {"selectors": [title], "required": True}, "content": {"selectors": ["css:.b"]}}}
    }


def made(services: Services, **more: Any) -> int:
    template = services.templates.create("Harbour", spec(), actor="wang")
    services.samples.add(template.id, name="story", url=URL, html=PAGE, actor="wang", **more)
    return template.id


def test_a_kept_page_expects_what_the_newest_version_makes_of_it_now(desk: Desk) -> None:
    with desk() as services:
        template = made(services)
    with desk() as services:
        (sample,) = services.samples.list(template)
        assert sample.expected == {"title": "The bridge is open", "content": "首班车中午通过。"}
        assert services.samples.page(template, sample.number) == PAGE
        assert [one.ok for one in services.samples.check(template, 1)] == [True]


def test_a_version_that_breaks_a_sample_is_not_published_and_each_field_is_told(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        template = made(services)
        services.templates.publish(template, 1, actor="wang")
        services.templates.save_version(template, spec("css:h2"), actor="li")
    with desk() as services, pytest.raises(GateClosed, match="golden sample story breaks: title") as caught:
        services.templates.publish(template, 2, actor="li")
    (outcome,) = caught.value.gate.samples
    (different,) = outcome.differences
    assert (different.field, different.expected, different.actual) == ("title", "The bridge is open", "Harbour")
    assert different.path == "css:h2"
    assert cache.templates[template].version == 1


def test_an_administrator_may_publish_all_the_same_with_a_reason_that_is_audited(
    desk: Desk, cache: MemoryCache
) -> None:
    with desk() as services:
        template = made(services)
        services.templates.save_version(template, spec("css:h2"), actor="li")
        services.templates.publish(template, 2, actor="root", override="the site has a new headline")
    assert cache.templates[template].version == 2
    with desk() as services:
        (entry,) = services.audit.page(AuditFilter(action="override_gate")).items
    assert (entry.actor, entry.after["reason"]) == ("root", "the site has a new headline")
    assert entry.after["problems"] == ["golden sample story breaks: title"]


def test_a_bad_page_must_not_be_recognised(desk: Desk) -> None:
    with desk() as services:
        template = made(services)
        services.samples.add(template, name="login", url=URL, html=LOGIN, actor="wang", good=False)
        assert services.templates.gate(template, 1).problems == ()
        services.templates.save_version(template, spec("css:h3"), actor="li")
        problems = services.templates.gate(template, 2).problems
    assert any("login breaks: the template takes this page for a good one" in problem for problem in problems)


def test_samples_that_lack_are_a_notice_and_where_they_are_required_a_problem(desk: Desk) -> None:
    with desk() as services:
        template = made(services)
        gate = services.templates.gate(template, 1)
        assert "the template has no bad golden sample" in gate.notices
    strict = desk.ports.settings.model_copy(update={"template_samples_required": True})
    object.__setattr__(desk.ports, "settings", strict)
    with desk() as services, pytest.raises(GateClosed, match="no bad golden sample"):
        services.templates.publish(template, 1, actor="wang")


def test_what_is_expected_can_be_changed_and_a_sample_removed(desk: Desk) -> None:
    with desk() as services:
        template = made(services, expected={"title": "Another"})
        assert not services.samples.check(template, 1)[0].ok
        services.samples.expect(template, 1, {"title": "The bridge is open", "authors": None}, actor="li")
        assert services.samples.check(template, 1)[0].ok
        services.samples.remove(template, 1, actor="li")
        assert services.samples.list(template) == []
        with pytest.raises(NotFound):
            services.samples.page(template, 1)
        actions = [entry.action for entry in services.audit.page(AuditFilter()).items[:3]]
    assert actions == ["remove_sample", "change_sample", "add_sample"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"html": "x" * 1_500_001}, "page"),
        ({"url": "nowhere"}, "url"),
        ({"part": "feed"}, "part"),
        ({"timezone": "Mars/Base"}, "timezone"),
        ({"name": " "}, "name"),
        ({"expected": {"title": "x" * 1_000_001}}, "expected"),
    ],
)
def test_what_does_not_fit_is_named(desk: Desk, change: dict[str, Any], field: str) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        given = {"name": "story", "url": URL, "html": PAGE, **change}
        with pytest.raises(InvalidInput) as caught:
            services.samples.add(template.id, actor="wang", **given)
        assert caught.value.field == field


def test_a_large_page_and_odd_characters_come_back_as_they_were(desk: Desk) -> None:
    page = "<p>𠮷野家\x00\u200b</p>" + "<i>x</i>" * 100_000
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        services.samples.add(template.id, name="big", url=URL, html=page, actor="wang", good=False)
    with desk() as services:
        assert services.samples.page(template.id, 1) == page
