"""Batches of rows of foreign databases, fetched as politely and guarded as pages (F2, C3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from collector.fetch import Fetched
from collector.fetch.model import FetchProblem
from collector.fetch.resolve import Resolver
from collector.loop.bridge import Bridge
from collector.loop.courtesy import Courtesy
from collector.loop.errors import WorkFailed
from collector.sources.model import Entry
from collector.sources.options import Options
from collector.sources.rows.discover import place_of, query_of
from collector.sources.rows.options import PullOptions
from kit.contracts.config import SourceConfig
from kit.contracts.rows import RowPlace
from kit.contracts.task import FailureClass
from kit.errors import BackendUnavailable, ConfigError, PermanentError
from kit.ports.rows import RowReader
from kit.settings import Settings
from kit.vault import Vault

PORTS: Final = {"sql": 3306, "mongo": 27017}


class Rows:
    """`readers` opens the reader of a make, "sql" or "mongo"."""

    def __init__(
        self,
        readers: Callable[[str], RowReader],
        resolver: Resolver,
        courtesy: Courtesy,
        bridge: Bridge,
        settings: Settings,
    ) -> None:
        self._readers = readers
        self._resolver = resolver
        self._courtesy = courtesy
        self._bridge = bridge
        self._seconds = settings.read_seconds
        self._vault = Vault.of(settings)

    async def get(self, source: SourceConfig, options: Options, make: str, entry: Entry, patience_s: float) -> Fetched:
        """The batch at an entry's position, as a page of JSON. Raises WorkFailed, HandBack when it is not our turn soon."""
        if not isinstance(options, PullOptions):
            raise WorkFailed(FailureClass.CONFIG, "options are not those of a pulled source")
        clock = self._bridge.clock
        try:
            place = await self._place(source, options, make)
            await self._courtesy.turn(source, place.host, delay_s=0.0, patience_s=patience_s)
            reader, query = self._readers(make), query_of(options, entry.state)
            began = clock.monotonic()
            batch = await self._bridge.call(reader.read, place, query)
        except FetchProblem as problem:
            raise WorkFailed(problem.failure, problem.detail) from problem
        except PermanentError as error:
            raise WorkFailed(FailureClass.CONFIG, str(error)) from error
        except BackendUnavailable as error:
            raise WorkFailed(FailureClass.CONNECT, str(error)) from error
        elapsed = round((clock.monotonic() - began) * 1000)
        return Fetched(
            entry.url,
            200,
            msgspec.json.encode(batch),
            content_type="application/json",
            elapsed_ms=elapsed,
            address=place.address,
        )

    async def _place(self, source: SourceConfig, options: PullOptions, make: str) -> RowPlace:
        host, port, database, name = place_of(source)
        address = (await self._resolver.addresses(host if ":" not in host else f"[{host}]"))[0]
        user, password = self._login(source)
        auth = str(getattr(options, "auth_source", ""))
        return RowPlace(address, host, port or PORTS[make], database, name, user, password, auth, self._seconds)

    def _login(self, source: SourceConfig) -> tuple[str, str]:
        if not source.credential:
            return "", ""
        secret = self._vault.open(source.credential)
        if secret.kind != "basic" or not secret.is_for(source.entry_url):
            raise ConfigError("the source's credential must be user name and password for its own entry")
        return secret.values["username"], secret.values["password"]
