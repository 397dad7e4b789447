"""From the findings of a run to what changes in the stored states (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from services.monitoring.base import Finding, State

GONE = "gone"
SUBJECT_MAX = 128
_ALARMING = (State.WARN, State.DOWN)


class Subject(NamedTuple):
    type: str
    id: str


class Held(NamedTuple):
    """A stored finding."""

    state: str
    value: float | None
    expected: str
    evidence: dict[str, Any]


class Flip(NamedTuple):
    subject: Subject
    before: str
    after: str
    held: Held


@dataclass(slots=True)
class Changes:
    """`new` are subjects seen for the first time, `turned` changed their state, `updated` only value or evidence, `gone` are not reported."""

    new: dict[Subject, Held] = field(default_factory=dict)
    turned: dict[Subject, Held] = field(default_factory=dict)
    updated: dict[Subject, Held] = field(default_factory=dict)
    gone: list[Subject] = field(default_factory=list)
    flips: list[Flip] = field(default_factory=list)


def compare(held: Mapping[Subject, Held], findings: Iterable[Finding]) -> Changes:
    """A subject reported twice counts once, as reported last. Its first state is a flip only when it is alarming; so is its going."""
    now = {_subject(finding): _held(finding) for finding in findings}
    changes = Changes(gone=[subject for subject in held if subject not in now])
    for subject, found in now.items():
        _sort(changes, subject, held.get(subject), found)
    for subject in changes.gone:
        if held[subject].state in _ALARMING:
            changes.flips.append(Flip(subject, held[subject].state, GONE, held[subject]))
    return changes


def pieces(changes: Changes, size: int) -> Iterator[Changes]:
    """The same changes in parts of at most `size` subjects, each with its flips, so that no transaction becomes long."""
    flips: dict[Subject, Flip] = {flip.subject: flip for flip in changes.flips}
    for name in ("new", "turned", "updated", "gone"):
        kind = getattr(changes, name)
        subjects = list(kind)
        for start in range(0, len(subjects), size):
            chosen = subjects[start : start + size]
            part = Changes(flips=[flips[subject] for subject in chosen if subject in flips])
            setattr(part, name, chosen if name == "gone" else {subject: kind[subject] for subject in chosen})
            yield part


def _sort(changes: Changes, subject: Subject, before: Held | None, found: Held) -> None:
    if before is None:
        changes.new[subject] = found
        if found.state in _ALARMING:
            changes.flips.append(Flip(subject, "", found.state, found))
    elif before.state != found.state:
        changes.turned[subject] = found
        changes.flips.append(Flip(subject, before.state, found.state, found))
    elif before != found:
        changes.updated[subject] = found


def _subject(finding: Finding) -> Subject:
    return Subject(finding.subject_type, finding.subject_id[:SUBJECT_MAX])


def _held(finding: Finding) -> Held:
    return Held(str(finding.state), finding.value, finding.expected[:120], finding.evidence)
