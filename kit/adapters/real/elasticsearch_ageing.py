"""The ageing of months: they lose their replicas, and later they go (requirement L6)."""

from __future__ import annotations

from collections.abc import Iterator

from elasticsearch import Elasticsearch

from kit.adapters.real.elasticsearch_address import Address
from kit.adapters.real.elasticsearch_mapping import INDEXES
from kit.adapters.real.elasticsearch_months import monthly
from kit.clock import Clock
from kit.settings import Settings


def age(client: Elasticsearch, address: Address, settings: Settings, clock: Clock, *, dry_run: bool) -> Iterator[str]:
    """One line for each month that is changed, or would be; running it again changes nothing."""
    now = clock.now()
    present = now.year * 12 + now.month - 1
    for index in INDEXES:
        for name, month in monthly(client, address, index):
            old = present - month
            if 0 < settings.index_retention_months < old:
                if not dry_run:
                    client.indices.delete(index=name, ignore_unavailable=True)
                yield f"index {name}: deleted, {old} months old"
            elif 0 < settings.index_replica_months < old and _has_replicas(client, name):
                if not dry_run:
                    _drop_replicas(client, name)
                yield f"index {name}: without replicas, {old} months old"


def _has_replicas(client: Elasticsearch, name: str) -> bool:
    held = client.indices.get_settings(index=name)[name]["settings"]["index"]
    return bool(held.get("number_of_replicas") != "0" or held.get("auto_expand_replicas") != "false")


def _drop_replicas(client: Elasticsearch, name: str) -> None:
    client.indices.put_settings(index=name, settings={"auto_expand_replicas": "false", "number_of_replicas": 0})
