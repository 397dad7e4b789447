"""Requests that a kind signs: ready to be sent, and told without what was added. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from collector.fetch import Fetched, FetchRequest
from collector.loop.errors import WorkFailed
from collector.sources.registry import kind_of
from kit.contracts.config import SourceConfig
from kit.contracts.secret import Secret
from kit.contracts.task import FailureClass
from kit.errors import PermanentError


def signed(source: SourceConfig, request: FetchRequest, secret: Secret | None, now: datetime) -> FetchRequest:
    """The request as the source's kind sends it at `now`. Raises WorkFailed of class config."""
    sign = kind_of(source.source_type).sign
    if sign is None:
        return request
    values = secret.values if secret is not None and secret.is_for(request.url) else {}
    try:
        return replace(request, url=sign(request.url, source, values, now))
    except PermanentError as error:
        raise WorkFailed(FailureClass.CONFIG, str(error)) from error


def unsigned(fetched: Fetched, asked: FetchRequest, sent: FetchRequest) -> Fetched:
    """The outcome under the address that was asked for: moments and signatures name no page, and are nobody's business."""
    if sent.url == asked.url:
        return fetched
    return replace(
        fetched,
        url=fetched.url if fetched.redirects else asked.url,
        redirects=(asked.url, *fetched.redirects[1:]) if fetched.redirects else (),
        detail=fetched.detail.replace(sent.url, asked.url),
    )
