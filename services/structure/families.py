"""Learning what the pages of a family have in common, from what collectors tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from collector.extract.anchors import PageSight
from kit.ids import md5_hex
from services.monitoring.observed import Seen
from services.structure import learnt, repository
from services.structure.models import StructureFamily

FAMILIES_MAX = 30


def key_of(family: str) -> str:
    return md5_hex(family)


def template_of(event_version: str) -> tuple[int, int] | None:
    """(7, 3) of "7:3"."""
    template, _, number = event_version.partition(":")
    plain = template.isdecimal() and number.isdecimal() and len(template) < 19 and len(number) < 10
    return (int(template), int(number)) if plain else None


def learn(session: Session, source_id: int, family: str, events: Sequence[Seen], live: dict[int, int]) -> bool:
    """Takes pages in that fit, or from which a new family is learnt; True where the baseline moved.

    Another live version of the template reads pages otherwise: its baseline begins anew. Told of a version that is not live, nothing happens.
    """
    told = [(seen, sight) for seen in events if (sight := learnt.read(seen.event.fields.get("sight", "")))]
    good = [(seen, sight) for seen, sight in told if _is_live(seen, live)]
    if not good:
        return False
    template, version = template_of(good[0][0].event.template_version) or (0, 0)
    row = repository.family(session, source_id, key_of(family))
    if row is None:
        if repository.count_families(session, source_id) >= FAMILIES_MAX:
            return False
        row = fresh(source_id, family, template, version, good[0][0].at)
        repository.add(session, row)
    fitting = [(seen, sight) for seen, sight in good if seen.event.numbers.get("revision", 0.0) >= row.began]
    if not fitting:
        return False
    known = learnt.sights(row.learnt) if row.template_version == version else {}
    for seen, sight in fitting:
        known = learnt.added(known, seen.event.url, sight)
    set_sights(row, known, version, fitting[-1][0].at)
    return True


def fresh(source_id: int, family: str, template: int, version: int, at: datetime) -> StructureFamily:
    return StructureFamily(
        source_id=source_id, family_key=key_of(family), family=family[:300], template_id=template, template_version=version, revision=0,
        began=0, pages=0, learnt=b"", baseline=b"", changed_at=at,
    )  # fmt: skip


def set_sights(row: StructureFamily, known: dict[str, PageSight], version: int, at: datetime) -> None:
    """These pages, and no others, are what the family looks like."""
    row.learnt, row.baseline = learnt.packed(known), learnt.baseline_of(known)
    row.pages, row.template_version, row.changed_at = len(known), version, at
    row.revision += 1


def _is_live(seen: Seen, live: dict[int, int]) -> bool:
    found = template_of(seen.event.template_version)
    return found is not None and live.get(found[0]) == found[1]
