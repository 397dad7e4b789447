"""From a raw document to a cleaned one: tidy, take out what is no text, measure, judge, sign."""

from dataclasses import dataclass, replace
from typing import Final

from cleaner.core.flags import Flag, RejectReason, Severity
from cleaner.core.language import detect_language
from cleaner.core.masking import MASKED, mask_sensitive
from cleaner.core.model import Cleaned, RawDocument, Rejected
from cleaner.core.mojibake import count_mojibake
from cleaner.core.noise import remove_noise
from cleaner.core.publish_time import judge_publish_time
from cleaner.core.residue import Residue, remove_residue
from cleaner.core.rules import RULES, Rule
from cleaner.core.sensitive import find_sensitive, has_long_number
from cleaner.core.settings import DEFAULTS, RuleSettings
from cleaner.core.signatures import signatures_of, text_shingles
from cleaner.core.subject import Subject
from cleaner.core.tags import apply_tag_rules
from cleaner.core.tidy import TidyText, tidy_text
from cleaner.core.tokens import tokenize

_EVIDENCE_CHARS: Final = 200
_ORDER: Final = (Severity.CLEAN, Severity.REVIEW, Severity.DROP)


@dataclass(frozen=True, slots=True)
class _Body:
    """The content in parts: text lines, and what was removed."""

    residue: Residue
    lines: list[str]
    noise: list[str]
    found_in: str | None = None
    """The text before masking, where some of it is masked."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def _split_body(tidied: TidyText) -> _Body:
    residue = remove_residue(tidied.text.split("\n") if tidied.text else [])
    lines, noise = remove_noise(residue.kept)
    return _Body(residue, lines, noise)


def _mask(title: TidyText, body: _Body, raw: RawDocument) -> tuple[TidyText, _Body]:
    """What a policy masks is gone before anything is hashed, kept or shown; the rules still tell what was found."""

    def masked(text: str) -> str:
        return mask_sensitive(text, raw.collect_time.date(), raw.sensitive)

    residue = replace(body.residue, removed=[masked(line) for line in body.residue.removed])
    lines = masked(body.text).split("\n") if body.lines else []
    hidden = _Body(residue, lines, [masked(line) for line in body.noise], found_in=body.text)
    return replace(title, text=masked(title.text)), hidden


def _subject(raw: RawDocument, title: TidyText, content: TidyText, body: _Body, settings: RuleSettings) -> Subject:
    name, text = title.text.replace("\n", " "), body.text
    analysed = text[: settings.analysed_chars]
    stream = tokenize(analysed)
    language = detect_language(analysed, stream, raw.language or raw.source_language)
    return Subject(
        raw=raw,
        title=name,
        content=text,
        lines=body.lines,
        stream=stream,
        shingles=text_shingles(stream),
        language=language,
        publish=judge_publish_time(raw.publish_time, raw.collect_time, raw.tz, raw.retry_count, settings),
        sensitive=find_sensitive(
            (body.found_in or text)[: settings.analysed_chars],
            raw.collect_time.date(),
            numbers=body.found_in is not None or has_long_number(stream),
        ),
        tag_outcome=apply_tag_rules(raw, name, text, language.code, settings.tag_regex_seconds),
        broken=title.broken_characters + content.broken_characters + count_mojibake(analysed),
        residue_lines=len(body.residue.removed),
        noise_lines=len(body.noise),
        markup_lines=body.residue.markup_lines,
        last_noise=body.noise[-1] if body.noise else "",
    )


def _severity(hits: list[tuple[Rule, str]], settings: RuleSettings) -> Severity:
    seen = {Severity.CLEAN if rule.flag in settings.informational else rule.severity for rule, _ in hits}
    if {Flag.RESIDUE_HEAVY, Flag.CONTENT_TOO_SHORT} <= {rule.flag for rule, _ in hits}:
        seen.add(Severity.DROP)
    return max(seen, key=_ORDER.index, default=Severity.CLEAN)


def _score(hits: list[tuple[Rule, str]]) -> float:
    score = 1.0
    for rule, _ in hits:
        score *= 1.0 - rule.weight
    return round(score, 4)


def clean(raw: RawDocument, rules: RuleSettings = DEFAULTS) -> Cleaned | Rejected:
    """Applies every rule to one document; pure and deterministic, never raises for any values of the fields.

    A failed extraction (mostly residue, and too little text beside it), damaged encoding and a language that is not
    kept have severity `drop`; every other finding that is not informational asks for review.
    """
    title, content = tidy_text(raw.title), tidy_text(raw.content)
    body = _split_body(content)
    if MASKED[raw.sensitive]:
        title, body = _mask(title, body, raw)
    if not body.lines:
        return Rejected(RejectReason.EMPTY_CONTENT, _why_empty(content, body))
    subject = _subject(raw, title, content, body, rules)
    hits = [(rule, seen) for rule in RULES if (seen := rule.check(subject, rules)) is not None]
    return Cleaned(
        title=subject.title,
        content=subject.content,
        publish_time=subject.publish.value,
        language=subject.language.code,
        flags=tuple(rule.flag for rule, _ in hits),
        severity=_severity(hits, rules),
        removed_lines=(*body.residue.removed, *body.noise),
        tags=subject.tag_outcome.tags,
        score=_score(hits),
        signatures=signatures_of(subject.title, subject.content, subject.stream, subject.shingles),
        evidence={rule.flag.value: seen[:_EVIDENCE_CHARS] for rule, seen in hits},
    )


def _why_empty(content: TidyText, body: _Body) -> str:
    if not content.text:
        return "the content is empty"
    return f"nothing is left after removing {len(body.residue.removed)} lines of residue and {len(body.noise)} of boilerplate"
