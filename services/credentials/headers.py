"""Headers of sources: each value is sealed on the way in, and told about by name only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kit.contracts.secret import Secret, origin_of
from kit.vault import Vault
from services.audit.masking import MASK

# What stands in a form or a file for a value that is stored and stays.
KEPT: Final = "(unchanged)"
Headers = Mapping[str, str]


def shown(stored: Headers) -> dict[str, str]:
    return dict.fromkeys(stored, KEPT)


def problem(entered: Headers, stored: Headers, *, moved: bool) -> str:
    """One sentence on a value that cannot stay as it is, empty when there is none. `moved`: the source goes to another host now."""
    kept = [name for name, value in entered.items() if value == KEPT]
    if missing := next((name for name in kept if name not in stored), None):
        return f"no value of {missing} is stored: enter it"
    if kept and moved:
        return f"the value of {kept[0]} was entered for another host; enter it again, or remove it, when the address changes"
    return ""


def sealed(vault: Vault, entered: Headers, stored: Headers, entry_url: str) -> dict[str, str]:
    """What the row keeps. Raises ConfigError where there is something to seal and no key."""
    origin = origin_of(entry_url)
    return {
        name: stored[name] if value == KEPT else vault.seal(Secret("header", origin, {"name": name, "value": value}))
        for name, value in entered.items()
    }


def told(before: Headers, after: Headers) -> tuple[dict[str, str], dict[str, str]]:
    """The same change for the audit log: which values are others now, not what they are."""
    return (
        dict.fromkeys(before, MASK),
        {name: MASK if before.get(name, value) == value else f"{MASK} (new)" for name, value in after.items()},
    )


def destination(entry_url: str, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Where the headers of a source go, as far as its own configuration says; the move of a host to https is none."""
    origins = (origin_of(str(url)) for url in (entry_url, options.get("search_url", "")))
    return tuple(origin.replace("http://", "https://", 1) for origin in origins)
