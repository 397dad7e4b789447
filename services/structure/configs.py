"""Families as collectors see them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy.orm import Session

from kit.contracts.structure import FamilyConfig, StructureConfig
from services.structure import learnt, repository
from services.structure.families import FAMILIES_MAX
from services.structure.models import StructureFamily

_IN_MAX = 500


def configs_of(session: Session, ids: Collection[int]) -> list[StructureConfig]:
    """One for each source, also where nothing is known of it."""
    wanted = sorted(ids)
    return [one for at in range(0, len(wanted), _IN_MAX) for one in _some(session, wanted[at : at + _IN_MAX])]


def _some(session: Session, ids: list[int]) -> list[StructureConfig]:
    sites = repository.sites(session, ids)
    if not sites:
        return [StructureConfig(one, 0, {}) for one in ids]
    known = {(case.source_id, case.family_key) for case in repository.unsettled(session, list(sites))}
    rows: dict[int, dict[str, FamilyConfig]] = defaultdict(dict)
    for row in repository.families(session, list(sites)):
        rows[row.source_id][row.family] = _config(row, (row.source_id, row.family_key) in known)
    return [
        StructureConfig(one, sites[one].version, rows[one], sites[one].paused, len(rows[one]) >= FAMILIES_MAX)
        if one in sites
        else StructureConfig(one, 0, {})
        for one in ids
    ]


def _config(row: StructureFamily, known: bool) -> FamilyConfig:
    baseline = learnt.unpacked(row.baseline).decode()
    return FamilyConfig(row.revision, row.template_version, baseline, row.pages < learnt.KEPT, known)
