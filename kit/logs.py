"""Structured logging: one event a line, snake_case event names, values as key=value (terminal) or JSON (elsewhere)."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, Literal, TextIO, cast

import structlog

_SECRET_KEY = re.compile(r"password|secret|token|cookie|authorization|api_?key", re.IGNORECASE)
_URL_PASSWORD = re.compile(r"(?<=://)([^/\s:@]{0,200}):[^/\s@]{1,200}(?=@)")
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def setup(level: str, style: Literal["auto", "json", "text"], *, role: str = "") -> None:
    """Configures structlog and the standard library's root logger once per process; both write to standard error."""
    text = style == "text" or (style == "auto" and sys.stderr.isatty())
    renderer: Any = structlog.dev.ConsoleRenderer() if text else structlog.processors.JSONRenderer(ensure_ascii=False)

    def name_role(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return {**event, "role": role} if role else event  # context variables do not reach other threads

    structlog.configure(
        processors=[
            name_role,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _redact,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(cast("TextIO", _Stderr())),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=max(_LEVELS[level], logging.WARNING), stream=sys.stderr, force=True)


def get(name: str) -> structlog.typing.FilteringBoundLogger:
    return cast("structlog.typing.FilteringBoundLogger", structlog.get_logger(component=name))


def redact_text(text: str) -> str:
    """Hides passwords inside URLs, and line breaks that could forge a log line."""
    return _URL_PASSWORD.sub(r"\1:***", text).replace("\r", "\\r").replace("\n", "\\n")


def _redact(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if _SECRET_KEY.search(key):
            event[key] = "***"
        elif isinstance(value, str) and key != "exception":
            event[key] = redact_text(value)[:2000]
    return event


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
