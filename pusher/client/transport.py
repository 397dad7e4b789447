"""One HTTP push and what its answer means for the records sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from itertools import islice

import httpx
import msgspec

from kit.clock import Clock
from kit.contracts.document import PushAnswer, PushResponse
from kit.errors import ConfigError
from pusher.client.parcel import Parcel

_RESPONSE = msgspec.json.Decoder(PushResponse)
_TOO_LARGE, _NOT_UNDERSTOOD = (413,), (400, 415, 422)


@dataclass(frozen=True, slots=True)
class Delivered:
    """One list of answers per parcel, in order."""

    answers: list[list[PushAnswer]]


@dataclass(frozen=True, slots=True)
class Later:
    """Nothing was decided; send again after a pause."""

    reason: str
    after_s: float | None = None


@dataclass(frozen=True, slots=True)
class Unfit:
    """Ingest cannot take this request as a whole: send less at once; a single page that is unfit is refused."""

    reason: str


class _Wire(msgspec.Struct, rename="camel", omit_defaults=True):
    pages: list[msgspec.Raw]
    events: list[bytes]
    worker: str = ""


class Transport:
    def __init__(self, url: str, token: str, worker: str, clock: Clock, *, read_seconds: float) -> None:
        if not token:
            raise ConfigError("CATCHMENT_INGEST_TOKEN: the collector needs the token that ingest expects")
        self._url = f"{url.rstrip('/')}/v1/push"
        self._worker = worker
        self._clock = clock
        self._client = httpx.Client(
            headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
            timeout=httpx.Timeout(read_seconds, connect=5.0),
            limits=httpx.Limits(max_connections=2, keepalive_expiry=30.0),
            trust_env=False,
        )

    def push(self, parcels: Sequence[Parcel], events: Sequence[bytes]) -> Delivered | Later | Unfit:
        pages = [msgspec.Raw(parcel.page) for parcel in parcels if parcel.page]
        body = msgspec.json.encode(_Wire(pages, list(events), self._worker))
        try:
            response = self._client.post(self._url, content=body)
        except httpx.HTTPError as error:
            return Later(f"{type(error).__name__}: {error}")
        except RuntimeError as error:  # httpx has no class of its own for a client closed by another thread
            return Later(f"closed: {error}")
        return self._meaning(response, parcels)

    def close(self) -> None:
        self._client.close()

    def _meaning(self, response: httpx.Response, parcels: Sequence[Parcel]) -> Delivered | Later | Unfit:
        if response.status_code == 200:
            return _deal(response.content, parcels)
        reason = f"HTTP {response.status_code}: {response.text[:200]}"
        if response.status_code in _TOO_LARGE + _NOT_UNDERSTOOD:
            return Unfit(reason)
        return Later(reason, self._retry_after(response))

    def _retry_after(self, response: httpx.Response) -> float | None:
        value = response.headers.get("retry-after", "")
        if value.isascii() and value.isdigit():
            return float(value[:9])
        try:
            return (parsedate_to_datetime(value) - self._clock.now()).total_seconds()
        except (ValueError, TypeError):
            return None


def _deal(body: bytes, parcels: Sequence[Parcel]) -> Delivered | Later | Unfit:
    try:
        answers = _RESPONSE.decode(body).answers
    except msgspec.MsgspecError as error:
        return Later(f"answer of ingest not understood: {error}")
    sent = sum(parcel.documents for parcel in parcels)
    if len(answers) != sent:
        return Unfit(f"ingest gave {len(answers)} answers for {sent} documents")
    rest = iter(answers)
    return Delivered([list(islice(rest, parcel.documents)) for parcel in parcels])
