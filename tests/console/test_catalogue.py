"""The Chinese catalogue is complete and harmless."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from console import locale_tools
from console.i18n import CATALOGUES, catalogue


def test_no_message_is_untranslated_fuzzy_or_different_in_its_placeholders() -> None:
    assert locale_tools.problems("zh") == []


def test_no_message_in_the_catalogue_is_unused() -> None:
    used = {locale_tools._first(message) for message in locale_tools.template() if message.id}
    kept = {locale_tools._first(message) for message in locale_tools.stored("zh") if message.id}
    assert kept - used == set()


@pytest.mark.parametrize(
    ("translation", "problem"),
    [("", "untranslated"), ("你好 <b>", "markup"), ("你好 %(nam)s", "placeholders"), ("你好", "placeholders")],
)
def test_the_check_finds_what_it_is_for(monkeypatch: pytest.MonkeyPatch, translation: str, problem: str) -> None:
    catalog = Catalog(locale="zh")
    catalog.add("Hello %(name)s", translation)
    monkeypatch.setattr(locale_tools, "stored", lambda locale: catalog)
    monkeypatch.setattr(locale_tools, "template", lambda: Catalog())
    assert any(problem in text for text in locale_tools.problems("zh"))


def test_the_compiled_catalogue_says_the_same_as_its_source() -> None:
    assert all(path.is_file() for path in locale_tools.compile_all())
    assert catalogue("zh").gettext("Sources") == "数据源"


def test_without_a_compiled_file_the_source_is_compiled_in_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "zh" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_bytes((CATALOGUES / "zh" / "LC_MESSAGES" / "messages.po").read_bytes())
    monkeypatch.setattr("console.i18n.CATALOGUES", tmp_path)
    assert catalogue.__wrapped__("zh").gettext("Sources") == "数据源"
