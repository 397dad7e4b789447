"""Completing a future that its owner may have cancelled meanwhile (a task that stopped waiting)."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def complete(future: Future[T], value: T) -> None:
    if future.set_running_or_notify_cancel():
        future.set_result(value)


def fail(future: Future[T], error: BaseException) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(error)
