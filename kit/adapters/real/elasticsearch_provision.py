"""Prepares Elasticsearch: index templates, and newer mappings for indexes that exist."""

from __future__ import annotations

from elasticsearch import BadRequestError, Elasticsearch, NotFoundError

from kit import logs
from kit.adapters.real.elasticsearch_address import Address, parse
from kit.adapters.real.elasticsearch_errors import translated
from kit.adapters.real.elasticsearch_mapping import ANALYZERS, INDEXES, mapping, template
from kit.adapters.real.elasticsearch_months import monthly
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
    grown = [name for name, _ in monthly(client, address, index) if _grow(client, name, body["_meta"]["version"])]
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
