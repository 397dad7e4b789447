"""`catchment probe AREA`: one JSON object a line in, one answer a line out, same order; a refused input answers {"error": …}."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, TextIO

from kit.errors import InvalidInput

Probe = Callable[[dict[str, Any]], Any]


def probes() -> dict[str, Probe]:
    """Area → function. Imported on use: each component brings its own."""
    from collector.extract.probe import PROBES as extract
    from collector.fetch.probe import PROBES as fetch
    from deploy.probes import dedupe, search, security, softdead
    from deploy.probes.alert import probe as alert
    from kit.urls_probe import PROBES as urls
    from services.sources.cron import probe as cron

    own: dict[str, Probe] = {
        "alert": alert,
        "cron": cron,
        "dedupe": dedupe.probe,
        "search": search.probe,
        "security": security.probe,
        "softdead": softdead.probe,
    }
    return {**extract, **fetch, **urls, **own}


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
        asked = json.loads(line)
        if not isinstance(asked, dict):
            raise InvalidInput("each line must be a JSON object")
        return ask(asked)
    except Exception as error:  # noqa: BLE001 -- the contract: any refusal becomes an answer
        return {"error": f"{type(error).__name__}: {error}"[:500]}
