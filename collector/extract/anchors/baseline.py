"""What the pages of a family have in common, learnt from pages that were good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from collector.extract.anchors.sight import FieldSight, PageSight

MIN_PAGES = 3
MAX_KNOWN = 60
STABLE = 0.8
REQUIRED = 0.95
_LAST = 6


@dataclass(frozen=True, slots=True)
class FieldBaseline:
    """Of one field: how many pages had it, its paths and anchors with their counts, the preceding texts that nearly all pages share,
    and the shortest value."""

    present: int
    paths: dict[str, int]
    anchors: dict[str, int]
    steady: tuple[str, ...]
    shortest: int

    @property
    def has_label(self) -> bool:
        """Whether the nearest preceding text is a label, the same on most pages, and not part of the article before it."""
        return max(self.anchors.values(), default=0) >= STABLE * self.present


@dataclass(frozen=True, slots=True)
class Baseline:
    """Of a page family. JSON-able; ``landmarks`` are the frame texts that nearly all pages share, ``ending`` those near the foot of them."""

    pages: int = 0
    fields: dict[str, FieldBaseline] = field(default_factory=dict)
    landmarks: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether it was learnt from enough pages to judge others."""
        return self.pages >= MIN_PAGES


def learn(sights: Sequence[PageSight]) -> Baseline:
    """A baseline of pages that are known to be good; for a redesign that was confirmed, of the pages after it."""
    names = sorted({name for sight in sights for name in sight.fields})
    landmarks = _shared([sight.frame for sight in sights])
    ending = _shared([sight.frame[-_LAST:] for sight in sights])
    return Baseline(len(sights), {name: _field(name, sights) for name in names}, landmarks, ending)


def _shared(frames: Sequence[Sequence[str]]) -> tuple[str, ...]:
    counts = Counter(one for frame in frames for one in set(frame))
    return tuple(sorted(one for one, count in counts.items() if count >= STABLE * len(frames)))


def _field(name: str, sights: Sequence[PageSight]) -> FieldBaseline:
    seen: list[FieldSight] = [sight.fields[name] for sight in sights if name in sight.fields]
    paths = Counter(sight.path for sight in seen)
    anchors = Counter(sight.anchor for sight in seen)
    return FieldBaseline(
        present=len(seen),
        paths=dict(paths.most_common(MAX_KNOWN)),
        anchors=dict(anchors.most_common(MAX_KNOWN)),
        steady=_shared([sight.before for sight in seen]),
        shortest=min(sight.size for sight in seen),
    )
