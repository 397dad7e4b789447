"""What goes to a parsing process and what comes back, as MessagePack: data only, so that a page cannot reach the loop through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from msgspec import msgpack

from collector.sources.model import Discovered, Item
from kit.contracts.config import SourceConfig, TemplateConfig

MAX_MESSAGE: Final = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Judging:
    """With which `baseline` (JSON, empty for none) of its family a page is compared; `learning`: how it looks is to be told in any case."""

    family: str
    baseline: str = ""
    revision: int = 0
    learning: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """`verdict` is a GateVerdict, else "same", "moved", "reworded" or, of a page to learn from, "learnt". `blocked` are the fields that stand
    against storing the page, `evidence` (JSON, field → why) and `sight` (JSON of PageSight) are empty where nothing differs."""

    verdict: str
    blocked: tuple[str, ...] = ()
    evidence: str = ""
    sight: str = ""


@dataclass(frozen=True, slots=True)
class ParseJob:
    """`kind` "list": a page of the source's list; "detail": a page that a list linked to, with what the list said in `meta`.

    `state` is the Entry's. `judging`: the page is compared with others of its family.
    """

    kind: Literal["list", "detail"]
    source: SourceConfig
    template: TemplateConfig | None
    url: str
    body: bytes
    content_type: str | None
    fetched_at: datetime
    meta: dict[str, str] = field(default_factory=dict)
    state: dict[str, str] = field(default_factory=dict)
    judging: Judging | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """`raw` is the body zlib-compressed, where documents need it. `failure` is a FailureClass or empty; `parse_ms` the time it took; `lost`: the
    page cost its parsing process."""

    discovered: Discovered = field(default_factory=Discovered)
    items: tuple[Item, ...] = ()
    encoding: str = ""
    charset: dict[str, str] = field(default_factory=dict)
    raw: bytes = b""
    failure: str = ""
    detail: str = ""
    errors: tuple[str, ...] = ()
    template_hit: bool = False
    parse_ms: float = 0.0
    lost: bool = False
    judged: Judged | None = None


encode_job = msgpack.Encoder().encode
decode_job = msgpack.Decoder(ParseJob).decode
encode_parsed = msgpack.Encoder().encode
decode_parsed = msgpack.Decoder(Parsed).decode
