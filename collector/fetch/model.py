"""What is asked of the fetcher and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from collector.fetch.cookies import Jar
from kit.contracts.secret import Secret
from kit.contracts.task import FailureClass


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """A GET, or with `body` a POST, which a redirect turns into a GET (but 307 and 308). `headers` are sent to `trusted_origin` alone (`scheme://host[:port]`; empty: the origin of `url`), elsewhere only the harmless ones.

    `seconds` shortens the total time limit; `max_bytes` the size limit (0: the settings'). `secret` goes to its own origin alone.
    `jar` keeps cookies from one request to the next (None: for this one alone); `proxies` are tried in turn, none: a direct connection.
    With `if-none-match` or `if-modified-since` among the headers a 304 is a good answer, with no body.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    trusted_origin: str = ""
    seconds: float = 0.0
    max_bytes: int = 0
    secret: Secret | None = None
    jar: Jar | None = None
    proxies: tuple[str, ...] = ()
    method: str = "GET"
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The outcome of a fetch, good or bad; the web's faults are data here, not exceptions.

    `url` is where the redirects ended, `redirects` every address asked before it. `body` has its content codings undone and is within
    the size limit. `note` is what a good page has to tell about how it came; `first` how a refused answer begins. `failure` is None for a 2xx answer with a readable body. `address` is the IP that answered.
    """

    url: str
    status: int = 0
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    content_type: str | None = None
    redirects: tuple[str, ...] = ()
    elapsed_ms: int = 0
    failure: FailureClass | None = None
    detail: str = ""
    retry_after_s: float | None = None
    address: str = ""
    note: str = ""
    first: bytes = b""

    @property
    def ok(self) -> bool:
        return self.failure is None


class FetchProblem(Exception):
    """One failed hop, inside the fetcher only."""

    def __init__(self, failure: FailureClass, detail: str) -> None:
        super().__init__(detail)
        self.failure = failure
        self.detail = detail


class Refused(FetchProblem):
    """We do not go there: `rule` is "scheme", "host" or "address"."""

    def __init__(self, rule: Literal["scheme", "host", "address"], detail: str) -> None:
        super().__init__(FailureClass.BLOCKED, f"{rule}: {detail}")
        self.rule = rule
