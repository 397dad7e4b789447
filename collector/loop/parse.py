"""From a fetched page to links and items; runs inside the parsing processes. Pure."""

from __future__ import annotations

import dataclasses
import re
import zlib
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from collector import extract
from collector.fetch.identity import identity_url
from collector.loop.judging import judged
from collector.loop.messages import Parsed, ParseJob
from collector.sources.links import decoded, strings
from collector.sources.model import Item, Page
from collector.sources.registry import kind_of
from kit.contracts.config import TemplateConfig
from kit.contracts.task import FailureClass
from kit.errors import ConfigError, InvalidInput

RAW_LEVEL: Final = 3
_NOT_TEXT: Final = re.compile(
    r"\s{0,9}(?:image|audio|video|font)/|\s{0,9}application/(?:pdf|zip|x-rar|msword|vnd\.ms-|vnd\.open)", re.I
)
_MAGIC: Final = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"RIFF",
    b"\x7fELF",
    b"Rar!",
    b"\x1f\x8b\x08",
)
# What a list says about an article and its page may not; anything else of the list goes into `extra`.
_FILLED: Final = ("title", "published", "authors")
_NO_TEXT: Final = frozenset({"image/svg+xml"})


def parse(job: ParseJob) -> Parsed:
    """Never raises for what a page holds; a source whose options or template cannot be read is failure class config."""
    page = Page(job.url, job.body, job.content_type, job.fetched_at, job.state)
    try:
        _check_zone(job.source.timezone)
        return _list(job, page) if job.kind == "list" else _detail(job, page)
    except (ConfigError, InvalidInput) as error:
        return Parsed(failure=FailureClass.CONFIG, detail=str(error)[:300])


def _check_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError) as error:
        raise ConfigError(f"time zone {name!r} is unknown") from error


def timed(parsed: Parsed, parse_ms: float) -> Parsed:
    return dataclasses.replace(parsed, parse_ms=parse_ms)


def _list(job: ParseJob, page: Page) -> Parsed:
    found = kind_of(job.source.source_type).discover(page, job.source, template_spec(job.template))
    raw = zlib.compress(job.body, RAW_LEVEL) if found.items else b""
    return Parsed(found, found.items, found.encoding, found.charset, raw, errors=found.errors)


def _detail(job: ParseJob, page: Page) -> Parsed:
    if _is_binary(job):
        return Parsed(
            failure=FailureClass.PARSE, detail=f"no text page: {job.content_type or 'unknown content type'}"[:200]
        )
    text = decoded(page, job.source)
    spec = template_spec(job.template)
    template = spec.detail if spec else None
    found = extract.extract(
        text.text,
        url=job.url,
        fetched_at=job.fetched_at,
        tz=job.source.timezone,
        template=template,
        site_name=job.source.site_name or None,
        language=job.source.language or None,
    )
    item = _item(found, job, text.text)
    if (complete := kind_of(job.source.source_type).complete) is not None:
        item = complete(item, text.text, job.source)
    failure, detail = _verdict(found, item, template)
    return Parsed(
        items=() if failure else (item,),
        encoding=text.encoding,
        charset=text.evidence,
        raw=b"" if failure else zlib.compress(job.body, RAW_LEVEL),
        failure=failure,
        detail=detail,
        errors=tuple(error[:300] for error in found.errors[:20]),
        template_hit=found.template_hit,
        judged=None if failure else judged(job, template, text.text, found),
    )


def _verdict(found: extract.Extraction, item: Item, template: extract.DetailTemplate | None) -> tuple[str, str]:
    """Failure class and reason; empty for a page worth keeping. A required field may come from the fallback, but not be missing."""
    for name, rule in (template.fields if template else {}).items():
        if rule.required and not _value(found, name):
            return FailureClass.PARSE, f"required field {name} was not found"
    if not item.content.strip():
        return FailureClass.EMPTY, "no text found on the page"
    return "", ""


def _value(found: extract.Extraction, name: str) -> Any:
    field = found.extra.get(name) or getattr(found, name, None)
    return field.value if isinstance(field, extract.Field) else None


def _item(found: extract.Extraction, job: ParseJob, html: str) -> Item:
    fields = {
        name: getattr(found, name) for name in ("title", "content", "authors", "published", "modified", "language")
    }
    paths = {name: one.path for name, one in fields.items() if one.value}
    said = {name: job.meta[name] for name in _FILLED if job.meta.get(name) and not fields[name].value}
    paths.update({name: f"list:{name}" for name in said})
    listed = tuple(said["authors"].split("; ")) if "authors" in said else ()
    return Item(
        url=job.url,
        title=found.title.value or said.get("title", ""),
        content=found.content.value or "",
        published=found.published.value or said.get("published", ""),
        modified=found.modified.value or "",
        authors=tuple(found.authors.value or ()) or listed,
        language=found.language.value or "",
        images=tuple(found.images.value or ())[:100],
        paths=paths,
        extra=_extra(found, job, html),
    )


def _extra(found: extract.Extraction, job: ParseJob, html: str) -> dict[str, str]:
    listed = {name: text for name, text in job.meta.items() if name not in _FILLED}
    extra = listed | strings({name: one.value for name, one in found.extra.items()})
    canonical = identity_url(job.url, html)
    if canonical != identity_url(job.url, ""):
        extra["canonical_url"] = canonical
    return extra


def _is_binary(job: ParseJob) -> bool:
    kind = (job.content_type or "").split(";")[0].strip().lower()
    named = bool(_NOT_TEXT.match(kind)) and kind not in _NO_TEXT
    return named or job.body.startswith(_MAGIC)


def template_spec(config: TemplateConfig | None) -> extract.TemplateSpec | None:
    """The template ready for use, kept compiled per version. Raises ConfigError."""
    if config is None:
        return None
    return _spec(config.id, config.version, msgspec.json.encode(config.spec))


@lru_cache(maxsize=256)
def _spec(template_id: int, version: int, spec: bytes) -> extract.TemplateSpec:
    try:
        return extract.TemplateSpec.model_validate_json(spec)
    except ValueError as error:
        raise ConfigError(f"template {template_id} version {version} cannot be read: {error}"[:300]) from error
