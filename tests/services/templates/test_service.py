"""Templates and their versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kit.errors import Conflict, InvalidInput, NotFound
from services.audit.schemas import AuditFilter
from services.forms import InvalidFields
from services.sources.schemas import SourceReason
from services.templates.schemas import VersionStatus

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache


def spec(selector: str = "css:h1") -> dict[str, Any]:
    return {"kind": "html", "detail": {"fields": {"title": {"selectors": [selector]}}}}


def test_new_template_has_a_draft_and_nothing_live(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang", description="port news")
        (version,) = services.templates.versions(template.id)
        assert services.templates.config(template.id) is None
    assert (template.live_version, template.last_version) == (0, 1)
    assert (version.number, version.status, version.created_by) == (1, VersionStatus.DRAFT, "wang")
    assert cache.templates == {}


def test_name_in_use_is_refused_naming_the_template(desk: Desk) -> None:
    with desk() as services:
        first = services.templates.create("Harbour", spec(), actor="wang")
        with pytest.raises(Conflict, match=f"template {first.id}"):
            services.templates.create(" Harbour ", spec(), actor="wang")
        with pytest.raises(InvalidInput, match="characters"):
            services.templates.create(" ", spec(), actor="wang")


@pytest.mark.parametrize(
    "bad",
    [
        {"kind": "html", "detail": {"fields": {"title": {"selectors": []}}}},
        {"kind": "html", "detail": {"fields": {"title": {"selectors": ["h1"]}}}},
        {"kind": "pdf"},
        {},
        {"detail": {"fields": {"title": {"selectors": ["xpath://h1["]}}}},
    ],
)
def test_specification_that_would_not_parse_pages_is_refused(desk: Desk, bad: dict[str, Any]) -> None:
    with desk() as services:
        with pytest.raises(InvalidFields) as caught:
            services.templates.create("Harbour", bad, actor="wang")
        assert all(name.startswith("spec") for name in caught.value.problems)
        assert services.templates.find("Harbour") is None


def test_publishing_switches_every_source_at_once_through_the_cache(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        services.templates.publish(template.id, 1, actor="wang")
        services.templates.save_version(template.id, spec("css:h2"), actor="li")
    assert cache.templates[template.id].version == 1
    with desk() as services:
        services.templates.publish(template.id, 2, actor="li")
        assert cache.templates[template.id].version == 1
    assert cache.templates[template.id].version == 2
    with desk() as services:
        statuses = {one.number: one.status for one in services.templates.versions(template.id)}
        config = services.templates.config(template.id)
    assert statuses == {1: VersionStatus.RETIRED, 2: VersionStatus.LIVE}
    assert config is not None
    assert config.spec["detail"]["fields"]["title"]["selectors"] == ["css:h2"]


def test_rollback_publishes_the_former_specification_under_a_new_number(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        services.templates.publish(template.id, 1, actor="wang")
        services.templates.save_version(template.id, spec("css:h2"), actor="wang")
        services.templates.publish(template.id, 2, actor="wang")
        back = services.templates.rollback(template.id, actor="li")
        first = services.templates.version(template.id, 1)
    assert (back.number, back.status, back.note) == (3, VersionStatus.LIVE, "back to version 1")
    assert (back.spec, back.sha) == (first.spec, first.sha)
    assert cache.templates[template.id].version == 3
    with desk() as services:
        entry = services.audit.page(AuditFilter(action="rollback")).items[0]
        assert (entry.before["live_version"], entry.after["live_version"]) == (2, 3)
        assert services.templates.rollback(template.id, actor="li", to=2).number == 4


def test_rollback_without_a_former_version_is_refused(desk: Desk) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        services.templates.publish(template.id, 1, actor="wang")
        with pytest.raises(Conflict, match="before this one"):
            services.templates.rollback(template.id, actor="li")
        with pytest.raises(NotFound):
            services.templates.rollback(template.id, actor="li", to=9)


def test_publishing_an_older_version_is_refused_and_the_live_one_again_changes_nothing(desk: Desk) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        services.templates.save_version(template.id, spec("css:h2"), actor="wang")
        services.templates.publish(template.id, 2, actor="wang")
        with pytest.raises(Conflict, match="roll back"):
            services.templates.publish(template.id, 1, actor="wang")
        services.templates.publish(template.id, 2, actor="wang")
        assert services.audit.page(AuditFilter(action="publish")).total == 1


def test_saving_the_same_specification_again_makes_no_version(desk: Desk) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        same = {"detail": spec()["detail"]}
        assert services.templates.save_version(template.id, same, actor="li").number == 1
        assert services.templates.save_version(template.id, spec("css:h2"), actor="li").number == 2
        assert services.templates.save_version(template.id, spec(), actor="li").number == 3


def test_document_names_the_specification_that_parsed_it(desk: Desk) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        assert services.templates.spec_at(f"{template.id}:1")["detail"]["fields"]["title"]["selectors"] == ["css:h1"]
        with pytest.raises(NotFound):
            services.templates.spec_at(f"{template.id}:7")
        with pytest.raises(InvalidInput):
            services.templates.spec_at("latest")


def test_list_pages_by_name_and_searches(desk: Desk) -> None:
    with desk() as services:
        for name in ("c 100%", "a", "b"):
            services.templates.create(name, spec(), actor="wang")
        first = services.templates.page(limit=2)
        rest = services.templates.page(limit=2, after=first.next)
        assert [one.name for one in (*first.items, *rest.items)] == ["a", "b", "c 100%"]
        assert [one.name for one in services.templates.page(q="%").items] == ["c 100%"]


def test_describing_changes_name_and_description_only(desk: Desk) -> None:
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        changed = services.templates.describe(template.id, actor="li", name="Port", description="all of it")
        assert (changed.name, changed.description, changed.last_version) == ("Port", "all of it", 1)
        assert services.templates.find("Harbour") is None


def test_source_of_an_unpublished_template_says_so_until_it_is_published(desk: Desk) -> None:
    data = {"source_type": "COLUMN", "name": "A", "entry_url": "https://a.test/", "cron_expr": "@daily"}
    with desk() as services:
        template = services.templates.create("Harbour", spec(), actor="wang")
        source = services.sources.create({**data, "template_id": template.id}, actor="wang")
        assert services.why([source])[source.id].code is SourceReason.TEMPLATE_UNPUBLISHED
        services.templates.publish(template.id, 1, actor="wang")
        assert services.why([source])[source.id].code is SourceReason.NEXT_RUN
        assert services.sources.template_usage([template.id, 99]) == {template.id: 1}
        text = "".join(services.transfer.export("json"))
        assert '"template": "Harbour"' in text
        assert services.transfer.load("json", text, actor="li", dry_run=False).rows[0].action == "same"
