"""Every kind is complete: registered under its name, documented, with options that describe themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

import collector.sources
from collector.sources.registry import KINDS, kind_of
from kit.contracts.config import SourceConfig
from kit.errors import InvalidInput

FOLDER = Path(collector.sources.__file__).parent


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_has_a_readme_samples_and_described_options(name: str) -> None:
    kind = KINDS[name]
    assert kind.name == name
    assert name in (FOLDER / name.lower() / "README.md").read_text()
    assert all(info.description for info in kind.options.model_fields.values())
    kind.options()


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_begins_at_the_entry_url(name: str) -> None:
    source = SourceConfig(1, 1, name, "n", "https://a.example/x", "AUTO", None, 5, "UTC", 2, 2, 1, {}, {})
    assert [entry.url for entry in KINDS[name].entry_requests(source, None)] == ["https://a.example/x"]


def test_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match="COLUMN"):
        kind_of("TELEX")
