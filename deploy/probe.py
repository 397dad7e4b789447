"""`catchment probe AREA`: one JSON object a line in, one answer a line out, same order; a refused input answers {"error": …}."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, BinaryIO, TextIO

from kit.errors import InvalidInput

Probe = Callable[[dict[str, Any]], Any]
# Modules that offer PROBES: area → function. An area may be answered by several; the first that knows it wins.
MODULES = ("collector.extract.probe", "collector.probe", "services.sources.probe", "cleaner.probe")


def probes() -> dict[str, Probe]:
    found: dict[str, Probe] = {}
    for name in MODULES:
        for area, answer in import_module(name).PROBES.items():
            found.setdefault(area, answer)
    return found


def run(area: str, lines: BinaryIO | Iterable[bytes], out: TextIO) -> None:
    known = probes()
    if area not in known:
        raise InvalidInput(f"unknown area {area!r}; known: {', '.join(sorted(known))}", field="area")
    for line in lines:
        if line.strip():
            out.write(json.dumps(answer(known[area], line), ensure_ascii=True) + "\n")
            out.flush()


def answer(ask: Probe, line: bytes) -> Any:
    """Never raises for one line, whatever it holds: a tool for many inputs must not die on one."""
    try:
        return ask(json.loads(line))
    except Exception as error:  # noqa: BLE001 -- the contract: any refusal becomes an answer
        return {"error": f"{type(error).__name__}: {error}"[:500]}
