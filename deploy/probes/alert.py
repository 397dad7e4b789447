"""Area alert: a rule and the results of runs in a row; at which of them, counted from 1, a message goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kit.errors import InvalidInput
from services.alerts.machine import Event, Memory, Rule, Sign, step

# One run a second, so that durations of a rule are counts of runs.
_SIGNS: Final = {"F": Sign.BAD, "S": Sign.GOOD, "U": Sign.NONE, "N": Sign.NONE, "?": Sign.NONE, "-": Sign.NONE}
_WORDS: Final = {"FAIL": "F", "FAILED": "F", "DOWN": "F", "BAD": "F", "OK": "S", "SUCCESS": "S", "UP": "S", "GOOD": "S"}
_NAMES: Final = {
    "min_bad": ("min_failures", "failures", "failure_threshold", "threshold", "after_failures", "retries"),
    "of": ("of", "window", "last", "out_of"),
    "min_good": ("min_successes", "successes", "success_threshold", "recover_after", "min_recoveries", "recovery_successes"),
    "remind_every": ("repeat_every", "remind_every", "resend_every", "renotify_every", "repeat_after"),
    "flap_count": ("flap_count", "flap_changes", "flap_threshold", "max_flaps"),
    "flap_s": ("flap_window",),
    "calm_s": ("flap_calm", "calm"),
    "cool_s": ("cooldown", "cool_down"),
    "for_s": ("for", "for_runs"),
    "keep_s": ("keep_firing_for", "keep"),
}  # fmt: skip


def probe(asked: dict[str, Any]) -> Any:
    rule, events = _rule(asked.get("rule") or {}), asked["events"]
    memory, told, ended = Memory(), [], []
    for position, event in enumerate(events, 1):
        memory, happened = step(rule, memory, _sign(event), float(position))
        if Event.FIRED in happened or Event.REMIND in happened:
            told.append(position)
        if Event.RESOLVED in happened:
            ended.append(position)
    return {"notify_at": told, "recover_at": ended}


def _rule(given: Mapping[str, Any]) -> Rule:
    """Looks in a row as given; a rule that does not say asks for one failure and one success."""
    values: dict[str, Any] = {"min_bad": 1}
    for name, known in _NAMES.items():
        for key in known:
            if given.get(key) is not None:
                values[name] = type(getattr(Rule(), name))(given[key])
    return Rule(**values)


def _sign(event: Any) -> Sign:
    text = str(event).strip().upper()
    sign = _SIGNS.get(_WORDS.get(text, text))
    if sign is None:
        raise InvalidInput(f"no such event: {text[:20]!r}; known are F, S and U (no data)", field="events")
    return sign
