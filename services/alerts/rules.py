"""How patient each check's alerts are (pure). Single blips never alarm; what broke for certain does at once."""

from __future__ import annotations

from typing import Final

from services.alerts.machine import Rule

_FLAPS: Final = {"flap_count": 4, "flap_s": 7200.0, "calm_s": 1800.0}
_BY_SLICE: Final[dict[str, Rule]] = {
    "server": Rule(min_bad=2, for_s=30.0, min_good=2, keep_s=60.0, **_FLAPS),  # type: ignore[arg-type]
    "collection": Rule(min_bad=2, for_s=120.0, min_good=2, keep_s=120.0, **_FLAPS),  # type: ignore[arg-type]
    "source": Rule(min_bad=2, for_s=120.0, min_good=2, keep_s=60.0, **_FLAPS),  # type: ignore[arg-type]
    "quality": Rule(min_bad=2, min_good=2, **_FLAPS),  # type: ignore[arg-type]
}
_BY_CHECK: Final[dict[str, Rule]] = {
    # Somebody or something decided it; there is nothing to wait for.
    "source.paused": Rule(min_bad=1),
    "platform.sources": Rule(min_bad=2, min_good=3, keep_s=60.0),
}
# A check that cannot look, or a process of which nothing is known, is a fault of its own after a while.
BLIND: Final = Rule(min_bad=2, min_good=1, no_data_s=600.0)
BLIND_TYPES: Final = ("check", "role")


def rule_for(check_key: str, part: str, subject_type: str) -> Rule:
    """Never raises: an unknown slice has the general rule."""
    if subject_type in BLIND_TYPES and part != "server":
        return BLIND
    rule = _BY_CHECK.get(check_key) or _BY_SLICE.get(part, Rule())
    if subject_type in BLIND_TYPES:
        return Rule(**{**{n: getattr(rule, n) for n in rule.__struct_fields__}, "no_data_s": BLIND.no_data_s})
    return rule
