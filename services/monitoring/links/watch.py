"""Looks at a rotating sample of collected pages again, gently and in a thread of its own, until each verdict is sure."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any, Final, Protocol
from urllib.parse import urlsplit, urlunsplit

from kit import logs
from kit.clock import Clock
from kit.errors import CatchmentError
from kit.ids import md5_hex
from kit.ports.index import Query, SearchIndex
from services.db import Database
from services.monitoring.links import repository
from services.monitoring.links.classify import Answer, LinkState, Verdict, judge
from services.monitoring.links.confirm import NEEDED_ERRORS, settled
from services.monitoring.links.models import LinkCheck

log = logs.get(__name__)
SAMPLE: Final = 200
EVERY: Final = timedelta(days=1)
AGAIN: Final = timedelta(hours=6)
PAUSE_S: Final = 2.0
HOST_PAUSE: Final = timedelta(seconds=30)
IN_CHARGE_S: Final = 30.0
BATCH: Final = 5


class Asker(Protocol):
    def ask(self, url: str) -> Answer:
        """What the web answers for an address, through the collectors' guards. Never raises for what the web does: `status` 0 then."""


class LinkWatch:
    """`step` from the monitor that leads; `close` at its end."""

    def __init__(self, database: Database, clock: Clock, index: Callable[[], SearchIndex], asker: Asker) -> None:
        self._database, self._clock, self._index, self._asker = database, clock, index, asker
        self._random: dict[tuple[str, date], str | None] = {}
        self._hosts: dict[str, datetime] = {}
        self._stepped_at = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def step(self) -> None:
        self._stepped_at = self._clock.monotonic()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="links", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def sample(self) -> int:
        """Once a day takes the next SAMPLE documents of the walk over all of them; how many were new."""
        now = self._clock.now()
        with self._database.session(read_only=True) as session:
            walk = repository.walk(session)
            place = tuple(map(str, walk.place)) if walk else ()
        if walk is not None and now - walk.taken_at < EVERY:
            return 0
        # What was collected within a day was there within a day.
        settled_by = (now - EVERY).isoformat()
        hits = self._index().search("documents", Query(limit=SAMPLE, after=place, until=settled_by)).hits
        # At the end of all documents the walk begins anew the next day.
        following = hits[-1].sort_key if len(hits) == SAMPLE else ()
        pages = {
            hit.document.fingerprint or md5_hex(hit.document.url): hit.document for hit in hits if hit.document.url
        }
        with self._database.session() as session:
            known = repository.known(session, list(pages))
            rows: list[dict[str, Any]] = [
                {
                    "fingerprint": key, "url": one.url, "title": one.title[:500], "source_id": _number(one.source_id),
                    "state": str(LinkState.UNKNOWN), "reason": "not_looked_at", "moved_to": "", "looks": [], "checked_at": None,
                    "next_at": now,
                }
                for key, one in pages.items() if key not in known
            ]  # fmt: skip
            repository.put(session, rows)
            repository.set_walk(session, following, now)
        return len(rows)

    def look(self) -> int:
        """Asks for up to BATCH pages that are due, no host more than once in HOST_PAUSE; how many."""
        now = self._clock.now()
        with self._database.session(read_only=True) as session:
            due = repository.due(session, now, BATCH * 10)
        done = 0
        for page in due:
            host = urlsplit(page.url).hostname or ""
            if done < BATCH and now - self._hosts.get(host, now - HOST_PAUSE) >= HOST_PAUSE:
                self._hosts[host] = now
                self._keep(page, self._verdict(page))
                done += 1
        return done

    def _verdict(self, page: LinkCheck) -> Verdict:
        answer = self._asker.ask(page.url)
        more = {"stored_title": page.title, "random_html": self._made_up(page.url) if answer.status == 200 else None}
        fields = {name: getattr(answer, name) for name in Answer.__struct_fields__}
        return judge(Answer(**{**fields, **more}))

    def _made_up(self, url: str) -> str | None:
        """What the page's host answers for an address that cannot exist, asked once a day; None where it refuses."""
        parts, today = urlsplit(url), self._clock.now().date()
        key = (parts.netloc, today)
        if key not in self._random:
            self._random = {known: html for known, html in self._random.items() if known[1] == today}
            path = f"{parts.path.rsplit('/', 1)[0]}/{md5_hex(f'{parts.netloc}{today}')}.html"
            answer = self._asker.ask(urlunsplit((parts.scheme, parts.netloc, path, "", "")))
            self._random[key] = answer.html if answer.status == 200 else None
        return self._random[key]

    def _keep(self, page: LinkCheck, verdict: Verdict) -> None:
        now = self._clock.now()
        looks = [*page.looks, [str(verdict.state), verdict.reason]][-NEEDED_ERRORS:]
        said = settled([Verdict(LinkState(state), reason) for state, reason in looks])
        sure = said.gone or said.state is LinkState.ALIVE or len(looks) >= NEEDED_ERRORS
        with self._database.session() as session:
            row = repository.get(session, page.fingerprint)
            if row is None:
                return
            row.looks, row.state, row.reason, row.moved_to = looks, str(said.state), said.reason, verdict.moved_to
            row.checked_at, row.next_at = now, None if sure else now + AGAIN
        if said.gone:
            log.info("page_gone", source=page.source_id, reason=said.reason)

    def _run(self) -> None:
        while not self._stop.wait(PAUSE_S):
            if self._clock.monotonic() - self._stepped_at > IN_CHARGE_S:
                continue
            try:
                self.sample()
                self.look()
            except CatchmentError as error:
                log.warning("links_wait", error=str(error))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
