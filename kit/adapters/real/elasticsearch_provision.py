"""Prepares Elasticsearch: index templates, newer mappings for indexes that exist, and the ageing of old months."""

from __future__ import annotations

from collections.abc import Iterator

from elasticsearch import BadRequestError, Elasticsearch, NotFoundError

from kit import logs
from kit.adapters.real.elasticsearch_address import Address, parse
from kit.adapters.real.elasticsearch_errors import translated
from kit.adapters.real.elasticsearch_mapping import ANALYZERS, INDEXES, mapping, template
from kit.adapters.real.elasticsearch_months import number_of
from kit.clock import Clock
from kit.ports.index import IndexName
from kit.settings import Settings

log = logs.get(__name__)


def provision_index(url: str, settings: Settings, clock: Clock) -> list[str]:
    """Idempotent; one line each of what is there now. Raises ConfigError or BackendUnavailable."""
    address = parse(url)
    client = address.connect()
    try:
        with translated(address):
            analyzers = _best(client)
            return [_provision(client, address, index, analyzers, settings) for index in INDEXES]
    finally:
        client.close()


def age_indexes(url: str, settings: Settings, clock: Clock) -> list[str]:
    """Takes the replicas of months older than `index_replica_months` away and deletes those older than `index_retention_months`."""
    address = parse(url)
    client = address.connect()
    now = clock.now()
    present = now.year * 12 + now.month - 1
    try:
        with translated(address):
            return [
                line
                for index in INDEXES
                for name, month in _months(client, address, index)
                if (line := _age(client, name, present - month, settings))
            ]
    finally:
        client.close()


def provisioned(client: Elasticsearch, address: Address, index: IndexName) -> int:
    """The version of the mapping that an index's template has; 0 without a template."""
    try:
        found = client.indices.get_index_template(name=address.alias(index))["index_templates"]
    except NotFoundError:
        return 0
    return int(found[0]["index_template"].get("_meta", {}).get("version", 0))


def _provision(
    client: Elasticsearch, address: Address, index: IndexName, analyzers: tuple[str, str], settings: Settings
) -> str:
    alias = address.alias(index)
    body = template(address, index, analyzers, settings)
    held = provisioned(client, address, index)
    if held > body["_meta"]["version"]:
        return f"index {alias}: template of a newer version ({held}), left alone"
    client.indices.put_index_template(name=alias, **{("meta" if k == "_meta" else k): v for k, v in body.items()})
    grown = [name for name, _ in _months(client, address, index) if _grow(client, name, body["_meta"]["version"])]
    return f"index {alias}: template version {body['_meta']['version']}, analyzer {analyzers[0]}, {len(grown)} months brought up to it"


def _grow(client: Elasticsearch, name: str, version: int) -> bool:
    """Adds the fields that a month made by an older version lacks; its analyzer stays, for its words are written already."""
    meta = client.indices.get_mapping(index=name)[name]["mappings"].get("_meta", {})
    if meta.get("version", 0) >= version:
        return False
    written = str(meta.get("analyzer", "standard"))
    body = mapping(next((pair for pair in ANALYZERS if pair[0] == written), ("standard", "standard")))
    client.indices.put_mapping(index=name, properties=body["properties"], meta=body["_meta"])
    return True


def _best(client: Elasticsearch) -> tuple[str, str]:
    found = next(pair for pair in ANALYZERS if _has(client, pair[0]))
    if found != ANALYZERS[0]:
        log.warning("index_without_ik", analyzer=found[0], advice="install analysis-ik for better ranking of Chinese")
    return found


def _has(client: Elasticsearch, analyzer: str) -> bool:
    try:
        client.indices.analyze(analyzer=analyzer, text="a")
    except BadRequestError:
        return False
    return True


def _months(client: Elasticsearch, address: Address, index: IndexName) -> Iterator[tuple[str, int]]:
    """Names of the monthly indexes with their month's number."""
    start = f"{address.alias(index)}-"
    for name in sorted(client.indices.get(index=f"{start}*", features="aliases")):
        month = name.removeprefix(start)
        if len(month) == 7 and month.replace(".", "").isdigit():
            yield name, number_of(month)


def _age(client: Elasticsearch, name: str, months: int, settings: Settings) -> str:
    if 0 < settings.index_retention_months < months:
        client.indices.delete(index=name, ignore_unavailable=True)
        return f"index {name}: deleted, {months} months old"
    if 0 < settings.index_replica_months < months:
        held = client.indices.get_settings(index=name)[name]["settings"]["index"]
        if held.get("number_of_replicas") != "0" or held.get("auto_expand_replicas") != "false":
            client.indices.put_settings(index=name, settings={"auto_expand_replicas": "false", "number_of_replicas": 0})
            return f"index {name}: without replicas, {months} months old"
    return ""
