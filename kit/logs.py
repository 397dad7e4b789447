"""Structured logging: one event a line, snake_case event names, values as key=value (terminal) or JSON (elsewhere)."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from typing import Any, Literal, TextIO, cast

import structlog

_SECRET_KEY = re.compile(r"password|secret|token|cookie|authorization|api_?key", re.IGNORECASE)
_URL_PASSWORD = re.compile(r"(?<=://)([^/\s:@]{0,200}):[^/\s@]{1,200}(?=@)")
_QUERY_SECRET = re.compile(
    r"(?<=[?&])([a-z_-]{0,40}(?:password|secret|token|api_?key|access_key)[a-z_-]{0,40}=)[^&\s\"'#]{1,500}",
    re.IGNORECASE,
)
# In a library's own words a secret has no key of its own: what follows such a word is hidden.
_SPOKEN_SECRET = re.compile(
    r"""(password|passwd|secret|token|authorization|api[_-]?key)(["']?[=:]\s?["']?)(?:(?:basic|bearer|apikey) )?[^\s"',;}]{1,500}""",
    re.IGNORECASE,
)
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def setup(
    level: str,
    style: Literal["auto", "json", "text"],
    *,
    role: str = "",
    libraries: Literal["warning", "error"] = "warning",
) -> None:
    """Configures structlog and the standard library's logging once per process; both write to standard error in the same form.

    Of libraries, what is as severe as `libraries` or worse is written, as events named `library` with their words as `text`.
    """
    text = style == "text" or (style == "auto" and sys.stderr.isatty())
    renderer: Any = structlog.dev.ConsoleRenderer() if text else structlog.processors.JSONRenderer(ensure_ascii=False)

    def name_role(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return {**event, "role": role} if role else event  # context variables do not reach other threads

    stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
    ending: list[Any] = [stamp, structlog.processors.format_exc_info, _redact, renderer]
    structlog.configure(
        processors=[name_role, structlog.contextvars.merge_contextvars, structlog.processors.add_log_level, *ending],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(cast("TextIO", _Stderr())),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(cast("TextIO", _Stderr()))
    handler.setFormatter(_Foreign([name_role, *ending]))
    logging.basicConfig(level=max(_LEVELS[level], _LEVELS[libraries]), handlers=[handler], force=True)
    logging.captureWarnings(True)


def get(name: str) -> structlog.typing.FilteringBoundLogger:
    return cast("structlog.typing.FilteringBoundLogger", structlog.get_logger(component=name))


def redact_text(text: str) -> str:
    """Hides passwords and keys inside URLs, and line breaks that could forge a log line."""
    return _without_secrets(text).replace("\r", "\\r").replace("\n", "\\n")


def _without_secrets(text: str) -> str:
    return _QUERY_SECRET.sub(r"\1***", _URL_PASSWORD.sub(r"\1:***", text))


def _redact(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if _SECRET_KEY.search(key):
            event[key] = "***"
        elif key == "exception":
            event[key] = _hidden(str(value))
        elif isinstance(value, str):
            event[key] = redact_text(value)[:2000]
    return event


def _hidden(text: str) -> str:
    return _SPOKEN_SECRET.sub(r"\1\2***", _without_secrets(text))


def _cause(record: logging.LogRecord) -> dict[str, Any]:
    """A library that only warns goes on by itself, each time anew: the error's name will do, without the way to it."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return {}
    return {"exc_info": record.exc_info} if record.levelno >= logging.ERROR else {"error": _hidden(repr(error))}


class _Foreign(logging.Formatter):
    """A library's record as one of our lines."""

    def __init__(self, processors: Sequence[structlog.typing.Processor]) -> None:
        super().__init__()
        self._processors = processors

    def format(self, record: logging.LogRecord) -> str:
        try:
            text = record.getMessage()
        except Exception:  # noqa: BLE001 -- arguments that do not fit the library's own message; its line is worth more than none
            text = str(record.msg)
        event: Any = {"component": record.name, "level": record.levelname.lower(), "text": _hidden(text)}
        event |= {"event": "library", **_cause(record)}
        for processor in self._processors:
            event = processor(None, record.levelname.lower(), event)
        return str(event)


class _Stderr:
    """Standard error as it is when a line is written, not as it was when logging was set up.

    A line that finds no room on a full disk is dropped: the work goes on without its log rather than ending with it.
    """

    def write(self, text: str) -> int:
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            sys.stderr.flush()
