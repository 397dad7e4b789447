"""Sealing what an operator enters, and telling about it without opening it. The row belongs to the source (services.sources)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from kit.contracts.secret import Secret, origin_of
from kit.vault import Vault
from services.credentials.schemas import CredentialInput, CredentialView

Stored = dict[str, Any]


def problem(entry_url: str, entered: CredentialInput | None, stored: Stored | None) -> str:
    """One sentence on what keeps a credential from being used with an entry, empty when nothing does."""
    entry = origin_of(entry_url)
    if entered is None:
        if stored is None or not entry or entry in (stored["own"], stored["own"].replace("http://", "https://", 1)):
            return ""
        return f"was entered for {stored['own'] or 'another entry'}; enter it again, or remove it, when the address changes"
    if entered.kind != "none" and not (entered.origin or entry):
        return "say where it may be sent: origin, like https://host"
    return ""


def sealed(vault: Vault, entered: CredentialInput, entry_url: str, *, now: datetime, actor: str) -> Stored | None:
    """What the source's row keeps; None for kind "none". Raises ConfigError without a key."""
    if entered.kind == "none":
        return None
    entry = origin_of(entry_url)
    kept = dict(entered.values)
    secret = Secret(entered.kind, origin_of(entered.origin) or entry, kept)
    return {
        "sealed": vault.seal(secret),
        "kind": secret.kind,
        "origin": secret.origin,
        "own": entry,
        "names": sorted(kept),
        "set_at": now.isoformat(),
        "set_by": actor,
    }


def view(stored: Stored | None) -> CredentialView | None:
    """For people: everything but the secret."""
    return msgspec.convert(stored, CredentialView, strict=False) if stored else None


def text_of(stored: Stored | None) -> str:
    """For collectors: the sealed text, empty where there is none."""
    return str(stored["sealed"]) if stored else ""
