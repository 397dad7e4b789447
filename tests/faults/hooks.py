"""Named points in the product's code, put around its functions before a role starts: traps to fall into, steps to write down.

`before` and `after` are points of `tests.faults.traps`; `note` writes the step down between the call and the point after it.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from typing import Any

from tests.faults.history import History
from tests.faults.traps import Traps

Args = tuple[Any, ...]
Note = Callable[[History, Args, Any, float], None]


@dataclass(frozen=True, slots=True)
class Hook:
    """`target` is "module:name" or "module:Class.name". `when(args, result)` restricts the points; `self` is args[0]."""

    target: str
    before: str = ""
    after: str = ""
    note: Note | None = None
    enters: Callable[[Args], bool] = lambda _args: True
    leaves: Callable[[Any], bool] = lambda _result: True


def install(hooks: Iterable[Hook], traps: Traps, history: History) -> None:
    for hook in hooks:
        module, path = hook.target.split(":")
        owner: Any = import_module(module)
        *parents, name = path.split(".")
        for parent in parents:
            owner = getattr(owner, parent)
        setattr(owner, name, _wrapped(getattr(owner, name), hook, traps, history))


def _wrapped(inner: Callable[..., Any], hook: Hook, traps: Traps, history: History) -> Callable[..., Any]:
    def enter(args: Args) -> float:
        if hook.before and hook.enters(args):
            traps.passing(hook.before)
        return time.monotonic()

    def leave(args: Args, result: Any, since: float) -> Any:
        if hook.note is not None:
            hook.note(history, args, result, since)
        if hook.after and hook.leaves(result):
            traps.passing(hook.after)
        return result

    @wraps(inner)
    def plain(*args: Any, **kwargs: Any) -> Any:
        since = enter(args)
        return leave(args, inner(*args, **kwargs), since)

    @wraps(inner)
    async def awaited(*args: Any, **kwargs: Any) -> Any:
        since = enter(args)
        return leave(args, await inner(*args, **kwargs), since)

    return awaited if inspect.iscoroutinefunction(inner) else plain
