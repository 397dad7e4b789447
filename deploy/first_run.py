"""What a fresh data folder needs: the schema, the first administrator, the sample's sources."""

from __future__ import annotations

from typing import Any

from deploy.sample.site import sources as sample_sources
from deploy.services import transaction
from kit.backends import Backends
from services import migrate
from services.bundle import Services

ACTOR = "system"
SAMPLE_RATE = 50.0
SAMPLE_LABEL = "sample"


def prepare_data(backends: Backends, sample_url: str | None) -> str | None:
    """Migrates, makes sure that there is an administrator, and adds the sample's sources where they are missing.

    Answers the one-time password, as long as nobody has signed in with it; a later run changes nothing else.
    """
    migrate.upgrade(backends.database)
    with transaction(backends) as services:
        password = _first_password(services)
        if sample_url:
            _add_sample(services, sample_url)
    return password


def _first_password(services: Services) -> str | None:
    password = services.accounts.ensure_first_admin()
    if password:
        return password
    users = services.accounts.list()
    if len(users) == 1 and users[0].signed_in_at is None:
        return services.accounts.reset_password(users[0].id, actor=ACTOR)
    return None


def _add_sample(services: Services, url: str) -> None:
    for source in sample_sources(url):
        if services.sources.find(source["source_type"], source["entry_url"]) is None:
            _add_source(services, source)


def _add_source(services: Services, source: dict[str, Any]) -> None:
    spec = source.pop("template")
    template_id = _published(services, f"{source['name']} (sample)", spec) if spec else None
    extra = {"template_id": template_id, "rate": SAMPLE_RATE, "concurrency": 8, "labels": [SAMPLE_LABEL]}
    added = services.sources.create({**source, **extra}, actor=ACTOR)
    services.sources.run_now(added.id, actor=ACTOR)


def _published(services: Services, name: str, spec: dict[str, Any]) -> int:
    template = services.templates.find(name) or services.templates.create(name, spec, actor=ACTOR)
    services.templates.publish(template.id, 1, actor=ACTOR)
    return template.id
