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
class ParseJob:
    """`kind` "list": a page of the source's list; "detail": a page that a list linked to, with what the list said in `meta`.

    `state` is the Entry's.
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


encode_job = msgpack.Encoder().encode
decode_job = msgpack.Decoder(ParseJob).decode
encode_parsed = msgpack.Encoder().encode
decode_parsed = msgpack.Decoder(Parsed).decode
