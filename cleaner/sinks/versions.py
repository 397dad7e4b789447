"""Which text an address shows: the newest accepted one. What it showed before is kept, and names what came after it."""

from __future__ import annotations

from collections.abc import Iterable

from cleaner.sinks import keys
from cleaner.sinks.state import Sight
from cleaner.sinks.work import Work

_LOOK_BACK_MS = (86_400_000, 40 * 86_400_000, keys.LAST_MS)
_MAX_HISTORY = 500
_MAX_NEXT = 20
_MAX_PAGES = 50


def accept(work: Work, fingerprint: str, content_hash: str, ms: int) -> set[str]:
    """Records that the page showed this text at `ms`; the documents whose place among the versions may have changed."""
    page = work.page(fingerprint)
    before, version = page.current, page.version
    work.add_history(fingerprint, ms, content_hash)
    if ms > version:
        page.current, page.version = content_hash, ms
        work.stage("page", [page.row()])
        return {content_hash, before} - {""}
    return {content_hash} | _around(work, fingerprint, ms)


def superseded(work: Work, sights: Iterable[Sight]) -> tuple[str, int]:
    """The document that took this one's place, and when; ("", 0) while any page still shows it."""
    newest, since = "", 0
    for sight in sorted(sights, key=lambda sight: (-sight.seen, sight.fingerprint))[:_MAX_PAGES]:
        after = successor(work, sight)
        if after is None:
            return "", 0
        if after[0] > since:
            since, newest = after
    return newest, since


def successor(work: Work, sight: Sight) -> tuple[int, str] | None:
    """What the page showed next after it showed this text for the last time: (Unix ms, content hash). Rejected texts do not count."""
    page, last = work.page(sight.fingerprint), _accepted_ms(work, sight)
    if page.version <= last or page.current == sight.content_hash:
        return None
    later = work.history(sight.fingerprint, last + 1, keys.LAST_MS, _MAX_NEXT)
    return next((entry for entry in later if work.head(entry[1]).decision != "rejected"), None)


def _accepted_ms(work: Work, sight: Sight) -> int:
    """When the page was last accepted to show this text: what the rules flag takes no place, so it gives none back either."""
    approved = work.head(sight.content_hash).decision == "approved"
    return sight.seen if approved or not sight.good else sight.good_ms


def texts_of(work: Work, fingerprint: str) -> set[str]:
    """Every document that the page was accepted to show, from its first _MAX_HISTORY sightings."""
    return {content_hash for _, content_hash in work.history(fingerprint, 0, keys.LAST_MS, _MAX_HISTORY)}


def page_version(work: Work, sight: Sight) -> int:
    """1 for the first text of a page, one more for each change until this one first appeared."""
    earlier = work.history(sight.fingerprint, 0, sight.first, _MAX_HISTORY)
    texts = [content_hash for _, content_hash in earlier]
    changes = sum(1 for a, b in zip(texts, texts[1:], strict=False) if a != b)
    return 1 + changes + (1 if texts and texts[-1] != sight.content_hash else 0)


def _around(work: Work, fingerprint: str, ms: int) -> set[str]:
    """A late arrival or a replay: its neighbour before it gets a new successor, those after it a higher version number.

    A replay must name them too: the process may have died between archive and index.
    """
    after = {content_hash for _, content_hash in work.history(fingerprint, ms, keys.LAST_MS, _MAX_HISTORY)}
    for back in _LOOK_BACK_MS:
        before = work.history(fingerprint, max(ms - back, 0), ms, _MAX_HISTORY)
        if before:
            return after | {before[-1][1]}
    return after
