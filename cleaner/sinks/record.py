"""Turning one cleaned document into facts of the archive."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import md5

import msgspec

from cleaner.core import SIGNATURE_VERSION, Cleaned, Rejected, Severity
from cleaner.sinks import keys, versions
from cleaner.sinks.archived import Archived, raw_cells
from cleaner.sinks.build import target_of
from cleaner.sinks.groups import Groups
from cleaner.sinks.state import Sight
from cleaner.sinks.work import Work
from kit import urls
from kit.contracts.document import Document
from kit.errors import InvalidInput

REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Result:
    """A collected document and what cleaning made of it; `ms` is its collection time as Unix ms."""

    document: Document
    outcome: Cleaned | Rejected
    ms: int
    shared: bool = False
    source_name: str = ""

    @property
    def content_hash(self) -> str:
        """Of the cleaned text; of the collected one where nothing could be cleaned."""
        if isinstance(self.outcome, Cleaned):
            return self.outcome.signatures.content_hash
        return self.document.content_hash


def record(work: Work, groups: Groups, result: Result) -> set[str]:
    """Stages the rows; the documents whose index entry may have changed. Doing it again, in any order, ends in the same rows."""
    cleaned = result.outcome
    if isinstance(cleaned, Rejected):
        archived = rejected_document(result, cleaned)
        work.add_document(
            keys.doc_row(archived.id, result.ms), archived, raw_cells(result.document, result.document.raw)
        )
        return set()
    archived = cleaned_document(result, cleaned)
    _sighting(work, result, archived)
    if cleaned.severity is Severity.DROP:
        groups.stand_alone(archived.id, result.ms)
    else:
        groups.join(cleaned.signatures, archived.fingerprint, result.ms, versioned=not result.shared)
    if result.shared or target_of(archived.severity, work.head(archived.id)) != "documents":
        return {archived.id}
    return versions.accept(work, archived.fingerprint, archived.id, result.ms)


def _sighting(work: Work, result: Result, archived: Archived) -> None:
    """The page is archived once for what it says; seen again saying the same, only the time is noted."""
    key, digest, ms = keys.doc_row(archived.id, result.ms), said(archived), result.ms
    sight = work.sight(archived.id, archived.fingerprint)
    if sight is None:
        sight = Sight(archived.id, archived.fingerprint, ms, ms, key, archived.url, archived.source_id)
        work.add_sight(sight)
    row = sight.rows.setdefault(digest, key)
    if row == key:
        work.add_document(key, archived, raw_cells(result.document, result.document.raw))
    sight.first = min(sight.first, ms)
    if ms >= sight.seen:
        sight.seen, sight.row, sight.url, sight.source_id = ms, row, archived.url, archived.source_id
    good = archived.severity == Severity.CLEAN
    if good and ms >= sight.good_ms:
        sight.good, sight.good_ms = row, ms
    work.stage("sight", sight.facts(ms, digest, url=archived.url, source_id=archived.source_id, good=good))


def said(archived: Archived) -> str:
    """16 hex digits over everything that an index entry shows of the text itself."""
    shown = (archived.text_hash, archived.title, archived.url, archived.publish_time, archived.language)
    lists = (archived.authors, archived.flags, archived.tags)
    return md5(msgspec.json.encode((shown, lists)), usedforsecurity=False).hexdigest()[:16]


def cleaned_document(result: Result, cleaned: Cleaned) -> Archived:
    return _archived(
        result,
        id=cleaned.signatures.content_hash,
        title=cleaned.title,
        content=cleaned.content,
        severity=cleaned.severity.value,
        publish_time=cleaned.publish_time or "",
        language=cleaned.language,
        text_hash=cleaned.signatures.text_hash,
        score=cleaned.score,
        flags=tuple(flag.value for flag in cleaned.flags),
        tags=tuple(dict.fromkeys((*result.document.tags, *cleaned.tags))),
        removed_lines=cleaned.removed_lines,
        evidence=dict(cleaned.evidence),
    )


def rejected_document(result: Result, rejected: Rejected) -> Archived:
    return _archived(
        result,
        id=result.document.content_hash,
        title=result.document.title,
        content="",
        severity=REJECTED,
        reason=f"{rejected.reason.value}: {rejected.detail}",
    )


def _archived(result: Result, **cleaned: object) -> Archived:
    document = result.document
    fields = {
        "url": document.url,
        "host": host_of(document.url),
        "fingerprint": document.fingerprint,
        "task_id": document.task_id,
        "source_id": document.source_id,
        "source_type": document.source_type,
        "source_name": result.source_name or document.site_name,
        "collect_time": document.collect_time,
        "collect_ms": result.ms,
        "modified_time": document.modified_time,
        "template_version": document.parse_template_version,
        "due_at": document.due_at,
        "retry_count": document.retry_count,
        "cleaner_version": SIGNATURE_VERSION,
        "shared": result.shared,
        "authors": document.authors,
        "images": document.images,
        "extra": document.extra,
        "paths": document.paths,
        "charset": document.charset,
    }
    return Archived(**(fields | cleaned))  # type: ignore[arg-type]


def host_of(url: str) -> str:
    try:
        return urls.host(url)
    except InvalidInput:
        return ""
