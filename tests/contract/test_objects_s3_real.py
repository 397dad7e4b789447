from __future__ import annotations

from itertools import count

import pytest

from kit.adapters.bucket import provision_bucket
from kit.adapters.objects import open_store
from kit.clock import SystemClock
from kit.errors import BackendUnavailable, ConfigError
from kit.ports.objects import ObjectStore
from kit.settings import Settings
from tests.contract.objects_suite import ObjectStoreContract
from tests.stack.s3 import S3

pytestmark = [pytest.mark.stack, pytest.mark.timeout(120)]
_numbers = count()


class TestS3Objects(ObjectStoreContract):
    @pytest.fixture
    def store(self, s3: S3, settings: Settings) -> ObjectStore:
        return open_store(s3.bucket(f"contract-{next(_numbers)}"), settings, SystemClock())


def test_a_missing_bucket_is_told_from_a_missing_object(s3: S3, settings: Settings) -> None:
    url = s3.bucket("there").replace("s3://there?", "s3://not-there?")
    with pytest.raises(BackendUnavailable, match="no such bucket; check CATCHMENT_OBJECTS_URL"):
        open_store(url, settings, SystemClock()).get("a")


def test_a_missing_bucket_is_made_once_and_serves_objects_below_a_prefix(s3: S3, settings: Settings) -> None:
    url = s3.bucket("there").replace("s3://there?", "s3://made-by-us/part?")
    said = [provision_bucket(url, settings, SystemClock()) for _ in range(2)]
    assert said == [["bucket made-by-us: created"], ["bucket made-by-us: there"]]
    store = open_store(url, settings, SystemClock())
    store.put("k", b"v")
    assert (store.get("k"), store.list("")) == (b"v", ["k"])


def test_a_prefix_in_the_url_keeps_deployments_apart(s3: S3, settings: Settings) -> None:
    url = s3.bucket("shared")
    one, two = (open_store(url.replace("shared?", f"shared/{name}?"), settings, SystemClock()) for name in "ab")
    one.put("k", b"one")
    two.put("k", b"two")
    assert (one.get("k"), two.get("k"), one.list("")) == (b"one", b"two", ["k"])


def test_an_unknown_option_is_refused_without_repeating_the_secret(settings: Settings) -> None:
    with pytest.raises(ConfigError, match="unknown options acess_key") as caught:
        open_store("s3://b?acess_key=x&secret_access_key=hidden", settings, SystemClock())
    assert "hidden" not in str(caught.value)
