"""`catchment extract URL-or-FILE`: what extraction makes of a page, and why. A URL is fetched with all guards of the collector."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from collector.extract import TemplateSpec, decode
from collector.extract.explain import Explanation, FieldExplained, explain
from collector.fetch import Fetched, Fetcher, FetchRequest
from kit.clock import Clock, SystemClock
from kit.errors import InvalidInput
from kit.settings import Settings, load

MAX_FILE_BYTES: Final = 50_000_000
_SHOWN: Final = 200
_UNKNOWN_URL: Final = "http://file.invalid/"


def explain_page(
    what: str, *, url: str = "", template: Path | None = None, tz: str = "UTC", clock: Clock | None = None
) -> Explanation:
    """`what` is an http(s) URL or a file; `url` the address that a file's page had. Raises InvalidInput with the reason."""
    clock = clock or SystemClock()
    now = clock.now()
    body, content_type, address = _page(what, url, load(), clock)
    detail = _template(template)
    text = decode(body, content_type).text
    try:
        return explain(text, url=address, fetched_at=now, tz=tz, template=detail.detail if detail else None)
    except ValueError as error:
        raise InvalidInput(str(error), field="tz") from error


def as_json(found: Explanation, *, why: bool) -> str:
    """The fields; with `why` also the losers and the blocks."""
    told: dict[str, Any] = {"templateHit": found.template_hit, "errors": found.errors}
    told["fields"] = {one.name: _field(one, why=why) for one in found.fields}
    if why:
        told["blocks"] = [
            {"role": one.role, "probability": one.probability, "tag": one.tag, "marks": one.marks, "text": one.text}
            for one in found.blocks
        ]
    return json.dumps(told, ensure_ascii=False, indent=2)


def as_text(found: Explanation, *, why: bool) -> str:
    lines: list[str] = []
    for one in found.fields:
        lines.append(f"{one.name:<11} {_short(one.found.value)}")
        lines.append(f"{'':<11} by {one.found.path}, {one.found.status}, sure {one.found.confidence:.2f}")
        if why:
            lines += [f"{'':<13}not {_short(lost.value)}  ({lost.path}, {lost.probability:.3f})" for lost in one.losers]
    if why:
        lines += ["", "blocks (role, how likely body, element, text)"]
        lines += [
            f"{one.role:<6} {one.probability:.2f} {f'{one.tag} {one.marks}'.strip()[:40]:<40} {_short(one.text)}"
            for one in found.blocks
        ]
    return "\n".join([*lines, *(f"note: {error}" for error in found.errors)])


def _field(one: FieldExplained, *, why: bool) -> dict[str, Any]:
    told = {"value": one.found.value, "path": one.found.path, "status": one.found.status, "sure": one.found.confidence}
    losers = [{"value": lost.value, "path": lost.path, "probability": lost.probability} for lost in one.losers]
    return told | ({"losers": losers} if why else {})


def _short(value: Any) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _page(what: str, url: str, settings: Settings, clock: Clock) -> tuple[bytes, str | None, str]:
    if what.lower().startswith(("http://", "https://")):
        fetched = asyncio.run(_fetch(what, settings, clock))
        if fetched.failure is not None:
            raise InvalidInput(f"{what}: {fetched.failure}: {fetched.detail or 'no page'}", field="page")
        return fetched.body, fetched.content_type, fetched.url
    return _file(Path(what)), None, url or _UNKNOWN_URL


async def _fetch(url: str, settings: Settings, clock: Clock) -> Fetched:
    fetcher = Fetcher(settings, clock)
    try:
        return await fetcher.fetch(FetchRequest(url))
    finally:
        await fetcher.close()


def _file(path: Path) -> bytes:
    try:
        with path.open("rb") as opened:
            body = opened.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise InvalidInput(f"cannot read {path}: {error.strerror or error}", field="page") from error
    if len(body) > MAX_FILE_BYTES:
        raise InvalidInput(f"{path} is larger than {MAX_FILE_BYTES:,} bytes", field="page")
    return body


def _template(path: Path | None) -> TemplateSpec | None:
    if path is None:
        return None
    try:
        written = msgspec.json.decode(_file(path))
        spec = TemplateSpec.model_validate(written.get("spec", written) if isinstance(written, dict) else written)
    except (msgspec.DecodeError, ValidationError) as error:
        raise InvalidInput(f"{path} is no template: {error}", field="template") from error
    if problems := spec.lint():
        raise InvalidInput(f"{path}: {'; '.join(problems)}", field="template")
    return spec
