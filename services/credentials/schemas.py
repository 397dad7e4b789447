"""Credentials as a form gives them and as people see them afterwards."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from kit.contracts.secret import SecretKind, origin_of

NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "basic": ("username", "password"), "bearer": ("token",), "header": ("name", "value"), "values": (), "none": (),
}  # fmt: skip
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_HEADER_NAME: Final = re.compile(r"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}\Z")
_FORBIDDEN: Final = frozenset({"host", "content-length", "transfer-encoding", "connection"})
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,39}$")]


class CredentialInput(BaseModel):
    """Write-only. `kind` "none" takes the stored one away. `origin` empty: that of the source's entry."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    kind: Literal["basic", "bearer", "header", "values", "none"]
    origin: str = Field("", max_length=300, description="scheme://host[:port] that alone is sent the credential.")
    values: dict[Name, str] = Field(default_factory=dict, max_length=20, repr=False)

    @model_validator(mode="after")
    def _complete(self) -> CredentialInput:
        for name in NEEDED[self.kind]:
            if not self.values.get(name):
                raise ValueError(f"{name} is missing")
        if self.kind == "values" and not self.values:
            raise ValueError("give at least one line, name: value")
        if any(_CONTROL.search(value) or len(value) > 4000 for value in self.values.values()):
            raise ValueError("a value is too long or contains control characters")
        if self.kind == "basic" and ":" in self.values["username"]:
            raise ValueError("a user name cannot contain a colon")
        name = self.values.get("name", "x")
        if self.kind == "header" and (not _HEADER_NAME.match(name) or name.lower() in _FORBIDDEN):
            raise ValueError("this name cannot be set as a header")
        if self.origin and not origin_of(self.origin):
            raise ValueError("origin must be like https://host or https://host:port")
        return self


class CredentialView(Struct, frozen=True):
    """What may be seen of a stored credential: `names` are those of its values."""

    kind: SecretKind
    origin: str
    names: tuple[str, ...]
    set_at: datetime
    set_by: str
