from __future__ import annotations

import socket
from pathlib import Path

import pytest

from deploy import preflight
from kit.errors import ConfigError


def test_a_too_old_python_is_named_with_the_needed_one() -> None:
    with pytest.raises(ConfigError, match=r"Python 3\.10 is too old; Catchment needs 3\.11"):
        preflight.check_python((3, 10))


def test_a_port_in_use_names_the_setting_that_moves_it() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=rf"127\.0\.0\.1:{port}.*CATCHMENT_CONSOLE_PORT"):
            preflight.check_port("127.0.0.1", port, "CATCHMENT_CONSOLE_PORT")


def test_an_unwritable_folder_names_the_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ConfigError, match="CATCHMENT_DATA_DIR"):
        preflight.check_folder(tmp_path / "file" / "data")


def test_a_full_disk_says_how_much_is_needed(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Only 12 MB are free"):
        preflight.check_disk(tmp_path, free=12_000_000)


def test_two_products_never_share_a_folder(tmp_path: Path) -> None:
    with (
        preflight.sole_owner(tmp_path),
        pytest.raises(ConfigError, match="runs in .* already"),
        preflight.sole_owner(tmp_path),
    ):
        pass
    with preflight.sole_owner(tmp_path):
        assert (tmp_path / "catchment.lock").exists()
