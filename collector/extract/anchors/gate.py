"""What follows from a verdict, as data: whether a page may overwrite what is stored, whom to tell, what to remember."""

from __future__ import annotations

from dataclasses import dataclass, field

from collector.extract.anchors.judge import PageVerdict, Verdict

_BLOCKING = frozenset((Verdict.REVIEW, Verdict.MISSING))


@dataclass(frozen=True, slots=True)
class Decision:
    """``write``: the page may overwrite an older version of itself.

    ``blocked``: fields whose verdict forbids it, until somebody confirms (review) or the field is back (missing). ``remap``: field → its new
    path, to be added to the baseline. ``notify``: fields to tell somebody about now; ``look_later``: fields for the next round of looking.
    """

    write: bool
    blocked: tuple[str, ...] = ()
    remap: dict[str, str] = field(default_factory=dict)
    notify: tuple[str, ...] = ()
    look_later: tuple[str, ...] = ()


def decide(verdict: PageVerdict) -> Decision:
    """Moved: notify, remap, go on. Reworded: go on, look later. Review and missing: block, so that no good value is overwritten."""
    fields = verdict.fields

    def of(*wanted: Verdict) -> tuple[str, ...]:
        return tuple(name for name, one in fields.items() if one.verdict in wanted)

    blocked = of(*_BLOCKING)
    moved = of(Verdict.MOVED)
    return Decision(
        write=not blocked,
        blocked=blocked,
        remap={name: fields[name].path for name in moved},
        notify=(*moved, *blocked),
        look_later=of(Verdict.REWORDED),
    )
