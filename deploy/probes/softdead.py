"""Area softdead: what one answer says about a page that was collected; over several answers, what they say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from collector.fetch import headers
from services.monitoring.links.classify import Answer, Verdict, judge
from services.monitoring.links.confirm import settled

_STATUSES = ("statuses", "history", "attempts", "checks")


def probe(asked: dict[str, Any]) -> Any:
    history = next((asked[name] for name in _STATUSES if isinstance(asked.get(name), list)), None)
    if history:
        verdict = settled([judge(_answer({**asked, **_entry(one)})) for one in history])
    else:
        verdict = judge(_answer(asked))
    return _shown(verdict)


def _entry(one: Any) -> dict[str, Any]:
    return dict(one) if isinstance(one, Mapping) else {"status": one}


def _answer(asked: Mapping[str, Any]) -> Answer:
    url, html = str(asked["url"]), str(asked.get("html") or asked.get("text") or "")
    final = str(asked.get("final_url") or url)
    return Answer(
        url=url,
        status=_status(asked.get("status", 200)),
        final_url=final,
        redirects=tuple(_status(one) for one in asked.get("redirects") or ()),
        html=html,
        stored_title=str(asked.get("stored_title") or ""),
        retry_after_s=_retry_after(asked),
        random_html=_random(asked),
        same_as_random=bool(asked.get("random_path_probe_same_as_this")),
        refresh_to=headers.refresh_target(html[:50_000], final) or "",
    )


def _status(value: Any) -> int:
    text = str(value.get("status", 0) if isinstance(value, Mapping) else value)
    return int(text) if text.isdecimal() and len(text) == 3 else 0


def _random(asked: Mapping[str, Any]) -> str | None:
    """The page of a made-up address of the host: text under any name that says so, or {status, html}."""
    for name, value in asked.items():
        if not name.startswith(("random_path", "probe")) or isinstance(value, bool):
            continue
        if isinstance(value, Mapping):
            return str(value.get("html", "")) if _status(value.get("status", 200)) == 200 else None
        if isinstance(value, str) and "<" in value:
            return value
    return None


def _retry_after(asked: Mapping[str, Any]) -> float | None:
    pairs: Sequence[Any] = asked.get("headers") or ()
    named = dict(pairs) if isinstance(pairs, Mapping) else {str(name): value for name, value in pairs}
    value = next((str(value) for name, value in named.items() if name.lower() == "retry-after"), None)
    now = datetime.fromisoformat(str(asked["now"])) if asked.get("now") else datetime(2026, 1, 1, tzinfo=UTC)
    return headers.retry_after(value, now) if value else None


def _shown(verdict: Verdict) -> dict[str, Any]:
    seconds = verdict.retry_after_s
    return {
        "dead": verdict.gone,
        "reason": verdict.reason or None,
        "state": str(verdict.state),
        "moved_to": verdict.moved_to or None,
        "retry_after_s": int(seconds) if seconds is not None and seconds == int(seconds) else seconds,
    }
