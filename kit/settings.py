"""All settings in one place: typed, with defaults, checked together at start, dumpable without secrets.

Read from, first wins: arguments, CATCHMENT_* variables, CATCHMENT_*_FILE variables (secrets from files), the TOML file named by
CATCHMENT_CONFIG (else ./catchment.toml where it exists), defaults. With no URL set everything lives in `data_dir`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from kit.errors import ConfigError
from kit.logs import redact_text

PREFIX = "CATCHMENT_"
SCHEMES: dict[str, tuple[str, ...]] = {
    "database_url": ("sqlite", "mysql+pymysql"),
    "redis_url": ("redis", "rediss", "unix"),
    "log_url": ("sqlite", "kafka"),
    "index_url": ("sqlite", "elasticsearch+http", "elasticsearch+https"),
    "archive_url": ("sqlite", "hbase"),
    "objects_url": ("file", "s3"),
}


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    # Where things live. An empty URL means: embedded, in data_dir.
    data_dir: Path = Field(
        Path("data"), description="Folder of everything embedded: databases, Redis, objects, spool, logs."
    )
    database_url: SecretStr = Field(
        SecretStr(""), description="sqlite:///… or mysql+pymysql://user:password@host/name."
    )
    redis_url: SecretStr = Field(
        SecretStr(""), description="redis://, rediss:// or unix://; empty: a private server as a child process."
    )
    log_url: str = Field("", description="sqlite:///… or kafka://host:port[,host:port][?prefix=…&replication=…].")
    index_url: SecretStr = Field(
        SecretStr(""), description="sqlite:///… or elasticsearch+http(s)://user:password@host:port[/prefix]."
    )
    archive_url: str = Field("", description="sqlite:///… or hbase://host:port[?prefix=…&thrift2=host:port].")
    objects_url: SecretStr = Field(SecretStr(""), description="file:///… or s3://bucket?endpoint=…&region=….")

    # Processes and addresses.
    host: str = Field("127.0.0.1", description="Address that the HTTP roles listen on.")
    console_port: int = Field(8600, ge=1, le=65535, description="Port of the console.")
    ingest_port: int = Field(8601, ge=1, le=65535, description="Port of the ingest API.")
    ingest_url: str = Field("", description="Where collectors push; empty: http://host:ingest_port.")
    ingest_token: SecretStr = Field(
        SecretStr(""), description="Shared secret of collectors and ingest; empty: made at first start in data_dir."
    )
    secret_key: SecretStr = Field(
        SecretStr(""),
        description="Seals the credentials of sources; the same for console and collectors. Empty: made at first start in data_dir. "
        "Several, separated by commas: the first seals, all open.",
    )
    metrics_port: int = Field(
        0,
        ge=0,
        le=65529,
        description="Port of /metrics of the console's process; each role has its own: ingest +1, scheduler +2, collector +3, "
        "cleaner +4, monitor +5. 0: none.",
    )
    otlp_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="OpenTelemetry collector that takes the traces, e.g. http://otel:4318 (OTLP over HTTP). Empty: none is sent.",
    )
    otlp_headers: SecretStr = Field(
        SecretStr(""), description="Headers for it, as name=value, several separated by commas."
    )
    public_url: str = Field(
        "", description="Address of the console as its users see it; empty: http://host:console_port."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least severe log line written."
    )
    log_format: Literal["auto", "json", "text"] = Field("auto", description="auto: text on a terminal, JSON elsewhere.")

    # Scheduling (S).
    tick_seconds: float = Field(1.0, gt=0, description="How often due sources are looked for (S1).")
    duty_seconds: float = Field(
        1.0, gt=0, description="How often delayed tasks, ends of windows and cache wishes are served."
    )
    lease_seconds: float = Field(
        10.0, gt=1, description="Life of the scheduler's leader lease; another takes over after it."
    )
    reap_seconds: float = Field(15.0, gt=0, description="How often the reaper looks for lost and lapsed tasks.")
    reap_grace_seconds: float = Field(10.0, gt=0, description="How long an id may be popped but not claimed.")
    retry_delays: tuple[float, ...] = Field(
        (60.0, 300.0, 1800.0, 7200.0), description="Seconds before each retry (S9); one failure more is dead."
    )
    throttle_failures: int = Field(10, ge=1, description="Weighted failures in a row that stretch the cadence (S6).")
    throttle_factor: float = Field(12.0, ge=1, description="By how much the cadence is stretched.")
    throttle_max_seconds: float = Field(86400.0, gt=0, description="Longest stretched interval.")
    pause_failures: int = Field(50, ge=1, description="Weighted failures in a row that pause the source.")

    overdue_spread_seconds: float = Field(
        300.0,
        ge=0,
        description="Longest time over which overdue windows are spread after an outage, for p9; p1 takes a ninth (S5). 0: at once.",
    )
    ledger_days: float = Field(90.0, gt=0, description="How long ended windows stay in the ledger.")

    # Queue (K).
    lock_seconds: float = Field(300.0, gt=1, description="Life of a task's lock; also of its lease (K2).")
    renew_seconds: float = Field(60.0, gt=0, description="How often a worker renews its locks (K2).")
    take_timeout_seconds: float = Field(5.0, gt=0, description="BRPOP wait (K1).")
    redis_timeout_seconds: float = Field(
        10.0,
        gt=0,
        description="How long Redis may take to answer, beside the BRPOP wait, until its connection is given up.",
    )
    lane_weights: tuple[int, ...] = Field((16, 12, 9, 7, 5, 4, 3, 2, 1), description="Shares of the lanes p1…p9 (K1).")
    limit_seconds_p1: float = Field(30.0, gt=0, description="Time limit of a p1 task (K6).")
    limit_seconds_p5: float = Field(120.0, gt=0, description="Time limit of a p5 task; others are interpolated (K6).")
    seen_days: int = Field(7, ge=1, le=60, description="Look-back of URL dedupe in days (K8).")
    seen_max: int = Field(200_000, ge=1, description="Most fingerprints kept per source and day (K8).")
    state_hours: float = Field(48.0, gt=0, description="How long a finished task's state is kept in Redis (K9).")
    max_claims: int = Field(
        3, ge=1, description="Workers that died of a task, after which it is dead; see DECISIONS on suspects."
    )

    # Collecting (F).
    collector_concurrency: int = Field(32, ge=1, le=1024, description="Tasks that one collector runs at once.")
    parse_processes: int = Field(
        0, ge=0, description="Processes of the parsing pool; 0: one per core but one, at least one."
    )
    template_samples_required: bool = Field(
        False, description="Refuse to publish a template version that has not one good and one bad golden sample (C5)."
    )
    parse_seconds: float = Field(20.0, gt=0, description="Longest parse of one page before its process is killed (X8).")
    structure_recheck_seconds: float = Field(
        300.0,
        gt=0,
        description="A page laid out unlike its family is fetched again after this time before it is held (X6).",
    )
    user_agent: str = Field("Catchment/0.1", min_length=1, description="Honest user agent (F3).")
    connect_seconds: float = Field(5.0, gt=0, description="Connect time limit (F1).")
    read_seconds: float = Field(15.0, gt=0, description="Read time limit (F1).")
    total_seconds: float = Field(
        60.0, gt=0, description="Total time of one fetch with redirects and retries of none (F1)."
    )
    max_body_bytes: int = Field(10_000_000, ge=1000, description="Largest page, after decompression (F1).")
    max_redirects: int = Field(10, ge=0, description="Redirects followed (F1).")
    default_rate: float = Field(
        2.0, ge=0, description="Requests per second for a source and for a host where the source says nothing (K5)."
    )
    allow_private: tuple[str, ...] = Field(
        (), description="Networks (CIDR) that may be fetched although they are not public (F2)."
    )
    chromium: str = Field("", description="Path of the Chromium that renders pages; empty: the one on the PATH (F6).")
    render_pages: int = Field(2, ge=1, le=32, description="Pages that one collector renders at once (F6).")
    render_seconds: float = Field(40.0, gt=0, description="Longest rendering of one page before it is killed (F6).")
    render_wait_seconds: float = Field(3.0, gt=0, description="Longest wait for a page's scripts to become quiet (F6).")
    render_scroll_seconds: float = Field(1.5, gt=0, description="The same after each scroll (F6).")
    render_scrolls: int = Field(10, ge=0, le=100, description="Most scrolls of one page (F6).")
    render_memory_bytes: int = Field(
        1_500_000_000,
        ge=200_000_000,
        description="Memory of the browser with all its processes at which it is killed (F6).",
    )
    proxies: tuple[SecretStr, ...] = Field(
        (),
        description="Proxies that sources without their own use in turn: http(s)://user:password@host:port; empty: none.",
    )
    transport: Literal["fast", "plain"] = Field(
        "fast",
        description="fast: pyreqwest, plain: httpcore, which is slower and takes older servers; fast asks it when it must.",
    )
    robots: bool = Field(True, description="robots.txt is honoured unless a source overrides it with a reason (F3).")

    # Pushing (P).
    spool_bytes: int = Field(
        1_000_000_000, ge=1_000_000, description="Most bytes waiting in the spool before collecting pauses (P4)."
    )
    push_batch: int = Field(64, ge=1, description="Pages in one push.")
    push_wait_seconds: float = Field(
        10.0, ge=0, description="How long a task waits for ingest before it ends with its documents spooled."
    )
    content_bytes: int = Field(524_288, ge=1000, description="Content over this goes to object storage (P5).")
    raw_bytes: int = Field(131_072, ge=0, description="Compressed page over this goes to object storage.")
    append_seconds: float = Field(10.0, gt=0, description="Longest wait for the log before 429 (P3).")
    log_max_messages: int = Field(
        2_000_000, ge=1000, description="Embedded log: unread messages at which ingest answers 429."
    )
    log_retention_days: float = Field(7.0, gt=0, description="Kafka: how long the provisioned topics keep messages.")
    mark_days: float = Field(3.0, gt=0, description="How long ingest remembers (task, url) (P2).")

    # Cleaning (L).
    clean_batch: int = Field(200, ge=1, description="Messages cleaned in one batch.")
    poison_max: int = Field(
        50, ge=0, description="Messages in a row that may be no documents; one more stops the cleaner. 0: any number."
    )
    duplicate_days: int = Field(30, ge=1, description="Time window of near duplicates (L3).")
    archive_regions: int = Field(8, ge=1, le=256, description="HBase: regions that provisioning splits tables into.")
    index_shards: int = Field(1, ge=1, description="Elasticsearch: shards of each monthly index.")
    index_replicas: int = Field(1, ge=0, description="Elasticsearch: most replicas of a shard, where there are nodes.")
    index_replica_months: int = Field(
        3, ge=0, description="Elasticsearch: age at which a month loses its replicas; 0: never."
    )
    index_retention_months: int = Field(
        0, ge=0, description="Age in months past which documents leave the index (not the archive); 0: never (L6)."
    )

    # Alerts (M).
    deadman_url: SecretStr = Field(
        SecretStr(""),
        description="Asked once a minute while alerts are looked after; a service there alarms when it is not. Empty: nobody.",
    )

    # Console (W).
    session_hours: float = Field(12.0, gt=0, description="Idle life of a session.")
    sign_in_attempts: int = Field(8, ge=1, description="Failed sign-ins per user and address in 15 minutes.")

    @field_validator("lane_weights")
    @classmethod
    def _nine_lanes(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        if len(value) != 9 or min(value) < 1:
            raise ValueError("needs nine weights, each 1 or more")
        return value

    @model_validator(mode="after")
    def _combinations(self) -> Settings:
        for name, schemes in SCHEMES.items():
            _check_scheme(name, self.url(name), schemes)
        if self.renew_seconds * 3 > self.lock_seconds:
            raise ValueError("renew_seconds: three renewals must fit into lock_seconds")
        return self

    def url(self, name: str) -> str:
        """The URL of a port in the clear, e.g. `url("database_url")`; empty when embedded."""
        value = getattr(self, name)
        return value.get_secret_value() if isinstance(value, SecretStr) else str(value)

    def ingest_address(self) -> str:
        return self.ingest_url or f"http://{self.host}:{self.ingest_port}"

    def public_address(self) -> str:
        return self.public_url or f"http://{self.host}:{self.console_port}"

    def redacted(self) -> dict[str, Any]:
        """For people and logs: every value, with secrets as `**********`."""
        shown = self.model_dump(mode="json")
        return {name: redact_text(value) if isinstance(value, str) else value for name, value in shown.items()}

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (
            init_settings,
            env_settings,
            _SecretFiles(settings_cls),
            TomlConfigSettingsSource(settings_cls, _toml_file()),
        )


class _SecretFiles(PydanticBaseSettingsSource):
    """CATCHMENT_X_FILE=/path: the value of X is the file's content without the last newline."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        path = os.environ.get(f"{PREFIX}{field_name.upper()}_FILE")  # noqa: TID251 -- settings are read here
        if path is None:
            return None, field_name, False
        try:
            return Path(path).read_text(encoding="utf-8").rstrip("\r\n"), field_name, False
        except OSError as error:
            raise ConfigError(f"{PREFIX}{field_name.upper()}_FILE: cannot read {path}: {error.strerror}") from error

    def __call__(self) -> dict[str, Any]:
        found = {name: self.get_field_value(info, name)[0] for name, info in self.settings_cls.model_fields.items()}
        return {name: value for name, value in found.items() if value is not None}


def load(**overrides: Any) -> Settings:
    """Reads and checks all settings. Raises ConfigError with one line per problem, naming each variable."""
    try:
        return Settings(**overrides)
    except ValidationError as error:
        raise ConfigError("\n".join(_explain(problem) for problem in error.errors())) from error


def _explain(problem: Any) -> str:
    name = ".".join(str(part) for part in problem["loc"])
    message = str(problem["msg"]).removeprefix("Value error, ")
    return f"{PREFIX}{name.upper()}: {message}" if name else message


def _toml_file() -> Path | None:
    named = os.environ.get(f"{PREFIX}CONFIG")  # noqa: TID251 -- settings are read here
    path = Path(named or "catchment.toml")
    if named and not path.is_file():
        raise ConfigError(f"{PREFIX}CONFIG: there is no file {path}")
    return path if path.is_file() else None


def _check_scheme(name: str, url: str, schemes: tuple[str, ...]) -> None:
    if url and url.split(":", 1)[0] not in schemes:
        raise ValueError(f"{PREFIX}{name.upper()}: must begin with one of {', '.join(s + '://' for s in schemes)}")
