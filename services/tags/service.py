"""Trying tag rules before they are saved (requirement L5). They are kept among the source's options, with its version and audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from cleaner.core import DEFAULTS, RawDocument, TagRule, tag_rule_problem
from cleaner.core.tags import TagOutcome, apply_tag_rules
from kit.contracts.stored import IndexDocument
from kit.contracts.tag_rules import MAX_LINE, MAX_RULES, parse_rule
from kit.ports.index import Query, SearchIndex
from services.forms import InvalidFields
from services.sources.schemas import SourceView
from services.sources.service import SourceService

RECENT: Final = 40
_NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tried:
    """One recent document: the tags it has, and those that the rules give it."""

    id: str
    title: str
    now: tuple[str, ...]
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """`counts`: tag → documents; `slow`: tags whose expression took too long on a document and was given up."""

    documents: tuple[Tried, ...]
    counts: dict[str, int]
    slow: tuple[str, ...]


class TagService:
    def __init__(self, sources: SourceService, index: SearchIndex) -> None:
        self._sources, self._index = sources, index

    def preview(self, source_id: int, lines: Sequence[str]) -> Preview:
        """The rules on the newest documents of the source. Raises InvalidFields naming the line, NotFound."""
        self._sources.get(source_id)
        rules = checked(lines)
        query = Query(filters={"source_id": [str(source_id)]}, limit=RECENT)
        found = [hit.document for hit in self._index.search("documents", query).hits]
        outcomes = [_outcome(one, rules) for one in found]
        counts = Counter(tag for one in outcomes for tag in one.tags)
        slow = dict.fromkeys(tag for one in outcomes for tag in one.timed_out)
        tried = [Tried(one.id, one.title, one.tags, got.tags) for one, got in zip(found, outcomes, strict=True)]
        return Preview(tuple(tried), dict(counts), tuple(slow))

    def save(self, source_id: int, version: int, lines: Sequence[str], *, actor: str) -> SourceView:
        """Raises InvalidFields naming the line, Conflict where the source changed since `version`, NotFound."""
        checked(lines)
        source = self._sources.get(source_id)
        options: dict[str, Any] = {**source.options, "tag_rules": [line.strip() for line in lines if line.strip()]}
        return self._sources.update(source_id, version, {"options": options}, actor=actor)


def checked(lines: Sequence[str]) -> tuple[TagRule, ...]:
    """Raises InvalidFields."""
    kept = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if len(kept) > MAX_RULES:
        raise InvalidFields({"rules": f"at most {MAX_RULES} rules"})
    rules = []
    for number, line in kept:
        if len(line) > MAX_LINE:
            raise InvalidFields({"rules": f"line {number}: longer than {MAX_LINE} characters"})
        try:
            rule = msgspec.convert(msgspec.to_builtins(parse_rule(line)), TagRule)
        except ValueError as error:
            raise InvalidFields({"rules": f"line {number}: {error}"}) from error
        if problem := tag_rule_problem(rule):
            raise InvalidFields({"rules": f"line {number}: {problem}"})
        rules.append(rule)
    return tuple(rules)


def _outcome(document: IndexDocument, rules: tuple[TagRule, ...]) -> TagOutcome:
    raw = RawDocument(
        title=document.title, content=document.content, publish_time=None, collect_time=_NO_TIME, language=document.language,
        source_language=None, site_name=None, retry_count=0, url=document.url, tags_rules=rules,
    )  # fmt: skip
    return apply_tag_rules(raw, document.title, document.content, document.language, DEFAULTS.tag_regex_seconds)
