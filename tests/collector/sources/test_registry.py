"""Every kind is complete: registered under its name, documented, with options that describe themselves."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

import collector.sources
from collector.sources.model import Start
from collector.sources.options import Options
from collector.sources.registry import KINDS, kind_of
from kit.contracts.config import SourceConfig
from kit.errors import InvalidInput

FOLDER = Path(collector.sources.__file__).parent
START = Start(datetime(2026, 2, 4, tzinfo=UTC))


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_has_a_readme_samples_and_described_options(name: str) -> None:
    kind = KINDS[name]
    assert kind.name == name
    assert name in (FOLDER / name.lower() / "README.md").read_text()
    assert all(info.description for info in kind.options.model_fields.values())
    kind.options()


@pytest.mark.parametrize("name", sorted(set(KINDS) & {"WEB", "COLUMN", "BLOGGER", "WECHAT", "APP"}))
def test_a_kind_begins_at_the_entry_url(name: str) -> None:
    source = SourceConfig(1, 1, name, "n", "https://a.example/x", "AUTO", None, 5, "UTC", 2, 2, 1, {}, {})
    assert [entry.url for entry in KINDS[name].entry_requests(source, None, START)] == ["https://a.example/x"]


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_and_each_of_its_own_options_stand_in_the_documentation(name: str) -> None:
    text = (FOLDER.parents[1] / "docs" / "kinds.md").read_text()
    section = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    assert "```json" in section, "an example"
    own = set(KINDS[name].options.model_fields) - set(Options.model_fields)
    assert {option for option in own if f"`{option}`" not in section} == set()


def test_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match="COLUMN"):
        kind_of("TELEX")
