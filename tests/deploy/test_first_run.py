from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.first_run import prepare_data
from deploy.sample.site import sources
from deploy.services import transaction
from kit.backends import Backends
from kit.settings import load

URL = "http://127.0.0.1:8650"


@pytest.fixture
def backends(tmp_path: Path, redis_url: str) -> Iterator[Backends]:
    backends = Backends(load(data_dir=tmp_path, redis_url=redis_url))
    backends.redis.flushall()
    yield backends
    backends.close()


def test_a_fresh_folder_gets_an_administrator_and_the_sample_due_at_once(backends: Backends) -> None:
    password = prepare_data(backends, URL)
    assert password
    with transaction(backends) as services:
        views = list(services.sources.each())
        due = services.schedule.due(backends.clock.now(), 10)
    assert len(views) == len(due) == len(sources(URL))
    assert all(view.template_id for view in views if view.source_type == "COLUMN")


def test_a_second_start_changes_nothing_but_shows_an_unused_password_anew(backends: Backends) -> None:
    first = prepare_data(backends, URL)
    second = prepare_data(backends, URL)
    assert second
    assert second != first
    with transaction(backends) as services:
        assert len(list(services.sources.each())) == len(sources(URL))
        assert len(services.accounts.list()) == 1


def test_once_somebody_has_signed_in_no_password_is_shown(backends: Backends) -> None:
    from services.accounts.sign_in import sign_in
    from services.db import Database

    password = prepare_data(backends, None)
    assert password is not None
    signed_in = sign_in(
        Database(backends.database),
        backends.clock,
        backends.settings,
        name="admin",
        password=password,
        address="127.0.0.1",
    )
    assert getattr(signed_in, "token", "")
    assert prepare_data(backends, None) is None
