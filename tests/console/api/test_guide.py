"""Every command of the guide is run as it stands."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from services.tokens.schemas import Scope
from tests.console.api.conftest import Program

GUIDE = Path(__file__).parents[3] / "docs" / "api.md"
BASE = "$CATCHMENT/api/v1"


def commands() -> list[list[str]]:
    blocks = re.findall(r"```console\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def test_every_command_of_the_guide_works_in_its_order(full: Program) -> None:
    found = commands()
    assert len(found) >= 8
    for words in found:
        assert words[0] == "curl"
        options = dict(zip(words[1::2], words[2::2], strict=False)) if words[1].startswith("-") else {}
        (url,) = [word for word in words if word.startswith(BASE)]
        headers = dict(words[at + 1].split(": ", 1) for at, word in enumerate(words) if word == "-H")
        body = words[words.index("--json") + 1] if "--json" in words else None
        headers = {name: value for name, value in headers.items() if name != "Authorization"}
        answer = full.ask(options.get("-X", "GET"), url.removeprefix(BASE), body and json.loads(body), headers=headers)
        assert answer.status_code in (200, 201), (words, answer.text)


def test_the_guide_names_every_scope() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert [scope.value for scope in Scope if f"`{scope.value}`" not in text] == []
