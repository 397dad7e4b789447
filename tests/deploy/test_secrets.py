from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from deploy.secrets import kept_secret, with_secrets
from kit.settings import load


def test_a_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secrets" / "token"
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(kept_secret, [path] * 16))
    assert len(secrets) == 1
    assert len(secrets.pop()) == 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_configured_secrets_win(tmp_path: Path) -> None:
    settings = with_secrets(load(data_dir=tmp_path, ingest_token="given", secret_key="long enough"))
    assert settings.ingest_token.get_secret_value() == "given"
    assert not (tmp_path / "secrets").exists()


def test_the_key_of_credentials_is_made_once_and_stays(tmp_path: Path) -> None:
    first, second = (with_secrets(load(data_dir=tmp_path, ingest_token="given")) for _ in range(2))
    assert first.secret_key == second.secret_key
    assert len(first.secret_key.get_secret_value()) == 64
