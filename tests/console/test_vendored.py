"""Vendored files are the ones that were looked at."""

from __future__ import annotations

import hashlib
import re

from console.assets import FOLDER

ROW = re.compile(r"^\| `([^`]+)` \|.*`([0-9a-f]{64})` \|$", re.MULTILINE)


def test_every_vendored_file_has_the_checksum_that_is_written_down() -> None:
    folder = FOLDER / "vendor"
    written = dict(ROW.findall((folder / "VENDORED.md").read_text("utf-8")))
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "VENDORED.md"
    }
    assert found == written
