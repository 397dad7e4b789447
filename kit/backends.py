"""The only place where adapters are chosen: by the scheme of each port's URL, imported on use. No URL means embedded, in data_dir."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from kit.adapters.embedded.redis_address import socket_path
from kit.clock import Clock, SystemClock
from kit.errors import ConfigError
from kit.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from kit.ports.archive import Archive
    from kit.ports.cache import ConfigCache, Heartbeats, IngestMarks, Notes, RateLimiter
    from kit.ports.index import SearchIndex
    from kit.ports.log import Log
    from kit.ports.objects import ObjectStore
    from kit.ports.queue import TaskQueue
    from kit.ports.rows import RowReader
    from kit.ports.trials import Trials

# port → scheme → "module:callable"; each callable takes (url, settings, clock).
ADAPTERS: dict[str, dict[str, str]] = {
    "database": {
        "sqlite": "kit.adapters.sql:engine",
        "mysql+pymysql": "kit.adapters.sql:engine",
    },
    "redis": {
        "redis": "kit.adapters.real.redis_client:connect",
        "rediss": "kit.adapters.real.redis_client:connect",
        "unix": "kit.adapters.real.redis_client:connect",
    },
    "log": {"sqlite": "kit.adapters.embedded.log:open_log", "kafka": "kit.adapters.real.kafka:open_log"},
    "index": {
        "sqlite": "kit.adapters.embedded.index:open_index",
        "elasticsearch+http": "kit.adapters.real.elasticsearch:open_index",
        "elasticsearch+https": "kit.adapters.real.elasticsearch:open_index",
    },
    "archive": {
        "sqlite": "kit.adapters.embedded.archive:open_archive",
        "hbase": "kit.adapters.real.hbase:open_archive",
    },
    "objects": {"file": "kit.adapters.objects:open_store", "s3": "kit.adapters.objects:open_store"},
}

# What prepares a server, called the same way; embedded backends prepare themselves at first use.
PROVISIONERS: dict[str, dict[str, str]] = {
    "log": {"kafka": "kit.adapters.real.kafka_topics:provision_topics"},
    "index": {
        "elasticsearch+http": "kit.adapters.real.elasticsearch_provision:provision_index",
        "elasticsearch+https": "kit.adapters.real.elasticsearch_provision:provision_index",
    },
    "archive": {"hbase": "kit.adapters.real.hbase_tables:provision_archive"},
    "objects": {"s3": "kit.adapters.bucket:provision_bucket"},
}

# Foreign databases that sources are pulled from, by make.
ROW_READERS: dict[str, str] = {"sql": "kit.adapters.rows_sql:SqlRows", "mongo": "kit.adapters.rows_mongo:MongoRows"}


class Backends:
    """Builds each port once, on first use. `close()` ends those that were built."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock: Clock = clock or SystemClock()
        self._open: list[Callable[[], object]] = []
        self._rows: dict[str, RowReader] = {}
        self._rows_lock = Lock()

    @cached_property
    def database(self) -> Engine:
        return cast("Engine", self._build("database"))

    @cached_property
    def log(self) -> Log:
        return cast("Log", self._build("log"))

    @cached_property
    def index(self) -> SearchIndex:
        return cast("SearchIndex", self._build("index"))

    @cached_property
    def archive(self) -> Archive:
        return cast("Archive", self._build("archive"))

    @cached_property
    def objects(self) -> ObjectStore:
        return cast("ObjectStore", self._build("objects"))

    @cached_property
    def redis(self) -> Any:
        return self._build("redis")

    @cached_property
    def queue(self) -> TaskQueue:
        return cast("TaskQueue", self._on_redis("kit.adapters.real.redis_queue:RedisTaskQueue"))

    @cached_property
    def config_cache(self) -> ConfigCache:
        return cast("ConfigCache", self._on_redis("kit.adapters.real.redis_cache:RedisConfigCache"))

    @cached_property
    def rates(self) -> RateLimiter:
        return cast("RateLimiter", self._on_redis("kit.adapters.real.redis_rates:RedisRateLimiter"))

    @cached_property
    def heartbeats(self) -> Heartbeats:
        return cast("Heartbeats", self._on_redis("kit.adapters.real.redis_cache:RedisHeartbeats"))

    @cached_property
    def marks(self) -> IngestMarks:
        return cast("IngestMarks", self._on_redis("kit.adapters.real.redis_cache:RedisIngestMarks"))

    @cached_property
    def notes(self) -> Notes:
        return cast("Notes", self._on_redis("kit.adapters.real.redis_notes:RedisNotes"))

    @cached_property
    def trials(self) -> Trials:
        return cast("Trials", self._on_redis("kit.adapters.real.redis_trials:RedisTrials"))

    def rows(self, make: str) -> RowReader:
        """The reader of foreign databases of a make, built once. Raises ConfigError for a make without a driver here."""
        with self._rows_lock:
            if make not in self._rows:
                try:
                    reader = cast("RowReader", _load(ROW_READERS[make])())
                except ImportError as error:
                    raise ConfigError(f"{error}; install the driver for databases of this kind") from error
                self._rows[make] = reader
                self._open.append(reader.close)
            return self._rows[make]

    def url(self, port: str) -> str:
        """The URL in force for a port, embedded ones filled in."""
        return self.settings.url(f"{port}_url") or embedded_url(port, self.settings.data_dir)

    def is_there(self, port: str) -> bool:
        """Whether the file, folder or socket of an embedded port exists; asking creates nothing. True for any other URL."""
        scheme, _, path = self.url(port).partition("://")
        return (
            scheme not in ("sqlite", "unix", "file")
            or Path(path.removeprefix("/") if scheme == "sqlite" else path).exists()
        )

    def provision(self, port: str) -> list[str]:
        """Creates what a port's server needs and opens it; one line each of what is there now. Running it again changes nothing."""
        url = self.url(port)
        target = PROVISIONERS.get(port, {}).get(url.split(":", 1)[0])
        lines: list[str] = _load(target)(url, self.settings, self.clock) if target else []
        getattr(self, port)
        return lines or [f"{port} ready"]

    def close(self) -> None:
        while self._open:
            self._open.pop()()

    def _build(self, port: str) -> Any:
        url = self.url(port)
        scheme = url.split(":", 1)[0]
        target = ADAPTERS[port].get(scheme)
        if target is None:
            raise ConfigError(f"CATCHMENT_{port.upper()}_URL: no adapter for {scheme}:// in this version")
        built = _load(target)(url, self.settings, self.clock)
        for ending in ("close", "dispose"):
            if hasattr(built, ending):
                self._open.append(getattr(built, ending))
                break
        return built

    def _on_redis(self, target: str) -> Any:
        return _load(target)(self.redis, self.settings)


def embedded_url(port: str, data_dir: Path) -> str:
    """Where a port lives when nothing is configured."""
    folder = data_dir.resolve()
    return {
        "database": f"sqlite:///{folder}/catchment.db",
        "redis": f"unix://{socket_path(data_dir)}",
        "log": f"sqlite:///{folder}/log.db",
        "index": f"sqlite:///{folder}/index.db",
        "archive": f"sqlite:///{folder}/archive.db",
        "objects": f"file://{folder}/objects",
    }[port]


def _load(target: str) -> Any:
    module, name = target.split(":")
    return getattr(import_module(module), name)
