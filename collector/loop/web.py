"""One polite request: robots, the right to send, the fetch, and the quick refreshes that some pages answer with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from collector.fetch import Fetched, Fetcher, FetchRequest, headers
from collector.fetch.cookies import Jar
from collector.fetch.credentials import hidden, with_secret, without_secret
from collector.fetch.robots_cache import RobotsCache
from collector.loop.bounded import Recent
from collector.loop.bridge import Bridge
from collector.loop.courtesy import PATIENCE_S, Courtesy
from collector.loop.errors import WorkFailed
from collector.loop.signing import signed, unsigned
from collector.render.render import Renderer
from kit import urls
from kit.contracts.config import SourceConfig
from kit.contracts.secret import Secret
from kit.contracts.task import FailureClass
from kit.errors import ConfigError, InvalidInput
from kit.settings import Settings
from kit.vault import Vault

MAX_REFRESHES: Final = 2
JARS: Final = 2048
_SMALL_PAGE: Final = 16_384


@dataclass(frozen=True, slots=True)
class Visit:
    """What is asked for and under which rules. `patience_s`: how long to wait for the right to send.

    `headers` go beside the source's own; both are meant for `origin` alone (empty: the origin of the source's entry). `signs`: a request
    for a list, which the source's kind may have to sign. `scrolls` not None: a browser renders the page and scrolls so often.
    """

    source: SourceConfig
    url: str
    ignore_robots: bool
    seconds: float
    patience_s: float = PATIENCE_S
    headers: Mapping[str, str] = field(default_factory=dict)
    origin: str = ""
    signs: bool = False
    scrolls: int | None = None


class Web:
    def __init__(
        self,
        fetcher: Fetcher,
        robots: RobotsCache,
        courtesy: Courtesy,
        bridge: Bridge,
        settings: Settings,
        renderer: Renderer,
    ) -> None:
        self._renderer = renderer
        self._fetcher = fetcher
        self._robots = robots
        self._courtesy = courtesy
        self._bridge = bridge
        self._heeds_robots = settings.robots
        self._vault = Vault.of(settings)
        self._proxies = tuple(proxy.get_secret_value() for proxy in settings.proxies)
        self._jars: Recent[tuple[int, int], Jar] = Recent(JARS)

    async def get(self, visit: Visit) -> Fetched:
        """A good page. Raises WorkFailed for any other outcome, HandBack when it is not our turn soon."""
        url = visit.url
        for _ in range(MAX_REFRESHES + 1):
            fetched = await self._once(visit, url)
            target = _refresh(fetched)
            if target is None:
                return fetched
            url = target
        raise WorkFailed(FailureClass.REDIRECT, f"refreshes lead on and on from {visit.url}"[:300])

    async def _once(self, visit: Visit, url: str) -> Fetched:
        delay = await self._allowed(visit, url)
        await self._courtesy.turn(visit.source, urls.host(url), delay_s=delay, patience_s=visit.patience_s)
        sent = {**self._headers(visit.source), **visit.headers}
        origin = visit.origin or _origin(visit.source.entry_url, url)
        proxies = tuple(visit.source.options.get("proxies") or self._proxies)
        jar = self._jar(visit.source)
        request = FetchRequest(url, sent, origin, seconds=visit.seconds, jar=jar, proxies=proxies)
        fetched = await self._send(visit, request)
        self._courtesy.answered(urls.host(url), fetched.elapsed_ms / 1000, rest_s=_rest(fetched))
        if fetched.failure is not None:
            raise WorkFailed(
                fetched.failure,
                fetched.detail or fetched.failure.value,
                retry_after_s=fetched.retry_after_s,
                http_status=fetched.status,
                fetched=fetched,
            )
        return fetched

    def told(self, source: SourceConfig, text: str) -> str:
        """`text` with the secret of the source replaced by its places."""
        return hidden(text, self._secret(source))

    def _jar(self, source: SourceConfig) -> Jar:
        """The cookies of a source in this process: another source, and another edition of this one, has its own."""
        key = (source.id, source.version)
        jar = self._jars.get(key) or Jar()
        self._jars.put(key, jar)
        return jar

    async def _send(self, visit: Visit, request: FetchRequest) -> Fetched:
        """The exchange, signed where the kind signs, with the source's credential where it has one."""
        secret = self._secret(visit.source)
        sent = signed(visit.source, request, secret, self._bridge.clock.now()) if visit.signs else request
        if secret is None:
            return unsigned(await self._got(visit, sent), request, sent)
        return unsigned(without_secret(await self._got(visit, with_secret(sent, secret)), secret), request, sent)

    async def _got(self, visit: Visit, request: FetchRequest) -> Fetched:
        if visit.scrolls is None:
            async with self._courtesy.lending.waiting():
                return await self._fetcher.fetch(request)
        return await self._renderer.get(request, self._fetcher.fetch, scrolls=visit.scrolls)

    def _headers(self, source: SourceConfig) -> dict[str, str]:
        """The source's headers in the clear."""
        try:
            return {name: self._vault.header(text) for name, text in source.headers.items()}
        except ConfigError as error:
            raise WorkFailed(FailureClass.CONFIG, str(error)) from error

    def _secret(self, source: SourceConfig) -> Secret | None:
        if not source.credential:
            return None
        try:
            return self._vault.open(source.credential)
        except ConfigError as error:
            raise WorkFailed(FailureClass.CONFIG, str(error)) from error

    async def _allowed(self, visit: Visit, url: str) -> float:
        """Crawl-delay in seconds, 0 if none."""
        if visit.ignore_robots or not self._heeds_robots:
            return 0.0
        try:
            verdict = await self._robots.judge(url)
        except InvalidInput as error:
            raise WorkFailed(FailureClass.CONFIG, str(error)) from error
        if verdict.failure is not None:
            raise WorkFailed(verdict.failure, verdict.detail)
        return verdict.delay_s


def _rest(fetched: Fetched) -> float:
    return fetched.retry_after_s or 0.0 if fetched.failure is not None else 0.0


def _refresh(fetched: Fetched) -> str | None:
    if len(fetched.body) > _SMALL_PAGE or b"refresh" not in fetched.body.lower():
        return None
    return headers.refresh_target(fetched.body.decode("utf-8", "replace"), fetched.url)


def _origin(entry_url: str, url: str) -> str:
    """The origin that the source's headers are meant for."""
    try:
        return urls.origin(entry_url)
    except InvalidInput:
        return urls.origin(url)
