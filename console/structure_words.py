"""Cases of changed structure in words."""

from __future__ import annotations

from console.i18n import gettext_noop
from services.structure.schemas import CaseStatus, HeldStatus

N_ = gettext_noop

CASES = {
    CaseStatus.OPEN: (N_("waits for a decision"), "warn"),
    CaseStatus.CONFIRMED: (N_("confirmed"), "ok"),
    CaseStatus.REJECTED: (N_("rejected, the template has to follow"), "bad"),
    CaseStatus.FIXED: (N_("settled by a new version of the template"), "ok"),
}
HELD = {
    HeldStatus.HELD: N_("held"),
    HeldStatus.RELEASING: N_("about to be stored"),
    HeldStatus.FIXING: N_("waits for a new version of the template"),
    HeldStatus.RELEASED: N_("stored"),
    HeldStatus.LOST: N_("no longer kept"),
}
VERDICTS = {
    "review": N_("stands elsewhere, behind another text"),
    "missing": N_("not found"),
    "incomplete": N_("not found, but not required"),
    "paused": N_("held while overwriting is paused"),
    "moved": N_("moved, behind the same text"),
    "reworded": N_("same place, another text before it"),
}
