from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from kit.adapters.real.elasticsearch import open_index
from kit.adapters.real.elasticsearch_address import parse
from kit.adapters.real.elasticsearch_provision import provision_index
from kit.adapters.search import query
from kit.clock import SystemClock
from kit.ports.index import SearchIndex
from kit.settings import Settings
from tests.contract.index_suite import IndexContract
from tests.stack.elasticsearch import Elasticsearch

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]


@pytest.fixture(scope="module", autouse=True)
def _one_dictionary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    loaded = query._make_tokenizer(tmp_path_factory.mktemp("dictionary"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(query, "_make_tokenizer", lambda folder: loaded)
        yield


class TestElasticsearchIndex(IndexContract):
    @pytest.fixture
    def index(self, elasticsearch: Elasticsearch, settings: Settings) -> Iterator[SearchIndex]:
        url = f"{elasticsearch.url}/contract"
        provision_index(url, settings, SystemClock())
        opened = open_index(url, settings, SystemClock())
        yield opened
        opened.close()
        _empty(url)


def _empty(url: str) -> None:
    """Quicker than making the indexes anew. Elasticsearch keeps the versions of deleted documents for a while; here it must not."""
    address = parse(url)
    client = address.connect()
    client.indices.put_settings(index=f"{address.prefix}-*", settings={"gc_deletes": "0s"})
    client.indices.refresh(index=f"{address.prefix}-*")
    hits = client.search(index=f"{address.prefix}-*", size=1000, source=False)["hits"]["hits"]
    deletes: list[dict[str, Any]] = [{"delete": {"_index": hit["_index"], "_id": hit["_id"]}} for hit in hits]
    if deletes:
        client.bulk(operations=deletes)
        # Versions of deleted documents go at a refresh, by a clock that ticks five times a second.
        time.sleep(0.25)
        client.indices.refresh(index=f"{address.prefix}-*")
    client.close()
