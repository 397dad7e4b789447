from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from deploy.secrets import kept_secret, with_ingest_token
from kit.settings import load


def test_a_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secrets" / "token"
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(kept_secret, [path] * 16))
    assert len(secrets) == 1
    assert len(secrets.pop()) == 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_configured_token_wins(tmp_path: Path) -> None:
    settings = with_ingest_token(load(data_dir=tmp_path, ingest_token="given"))
    assert settings.ingest_token.get_secret_value() == "given"
    assert not (tmp_path / "secrets").exists()
