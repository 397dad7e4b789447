from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.adapters.embedded.index import open_index
from kit.adapters.search import query
from kit.clock import SystemClock
from kit.ports.index import SearchIndex
from kit.settings import Settings
from tests.contract.index_suite import IndexContract


@pytest.fixture(scope="module", autouse=True)
def _one_dictionary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The Chinese dictionary takes half a second to load: once for all tests of this file."""
    loaded = query._make_tokenizer(tmp_path_factory.mktemp("dictionary"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(query, "_make_tokenizer", lambda folder: loaded)
        yield


class TestEmbeddedIndex(IndexContract):
    @pytest.fixture
    def index(self, tmp_path: Path, settings: Settings) -> Iterator[SearchIndex]:
        opened = open_index(f"sqlite:///{tmp_path}/index.db", settings, SystemClock())
        yield opened
        opened.close()
