"""A source's tag rules: tried on recent documents, saved with the source's version, applied by the cleaner."""

from __future__ import annotations

from pathlib import Path

from console.state import Console
from tests.console import seeds
from tests.console.documents import clean, document
from tests.console.people import Person

RULES = "harbour: keyword in title: Harbour\nnews: url: nowhere.example"


def test_rules_are_tried_on_recent_documents_and_nothing_is_saved(
    operator: Person, console: Console, tmp_path: Path
) -> None:
    source = seeds.source(console)
    clean(console, tmp_path, [document("A harbour is opened", source_id=str(source.id))])
    html = operator.post(f"/sources/{source.id}/tags/preview", {"rules": RULES, "version": str(source.version)}).text
    assert "harbour 1" in html
    assert operator.get(f"/sources/{source.id}/tags.json").json()["rules"] == []


def test_saved_rules_are_the_sources_next_version_and_stand_in_its_form(operator: Person, console: Console) -> None:
    source = seeds.source(console)
    answer = operator.post(f"/sources/{source.id}/tags", {"rules": RULES, "version": str(source.version)})
    assert answer.headers["location"] == f"/sources/{source.id}/tags?done=tags_saved"
    assert operator.get(f"/sources/{source.id}/tags.json").json()["rules"] == RULES.split("\n")
    assert "keyword in title: Harbour" in operator.get(f"/sources/{source.id}/edit").text
    config = console.ports.cache.source(source.id)
    assert config is not None
    assert (config.options["tag_rules"], config.version > source.version) == (RULES.split("\n"), True)


def test_a_wrong_line_is_named_and_what_was_typed_stays(operator: Person, console: Console) -> None:
    source = seeds.source(console)
    answer = operator.post(f"/sources/{source.id}/tags", {"rules": "a: regex: (", "version": str(source.version)})
    assert answer.status_code == 422
    assert "line 1: " in answer.text
    assert "a: regex: (" in answer.text


def test_rules_of_a_source_that_changed_meanwhile_are_not_overwritten(operator: Person, console: Console) -> None:
    source = seeds.source(console)
    operator.post(f"/sources/{source.id}/tags", {"rules": RULES, "version": str(source.version)})
    answer = operator.post(f"/sources/{source.id}/tags", {"rules": "", "version": str(source.version)})
    assert answer.status_code == 409
    assert operator.get(f"/sources/{source.id}/tags.json").json()["rules"] == RULES.split("\n")
