"""Options of APP sources."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, model_validator

from collector.sources.paging import MOMENTS, places_in
from collector.sources.records import RecordOptions

_PARAM: Final = re.compile(r"\s{0,9}([^\s=&#]{1,100})\s{0,9}=\s{0,9}(.{0,500}?)\s{0,9}")
_SIGNED: Final = frozenset({"params", "values", "path"}) | MOMENTS


def _known(text: str, allowed: frozenset[str]) -> str:
    if extra := {name for name in places_in(text) - allowed if not name.startswith("secret.")}:
        raise ValueError(
            f"{{{min(extra)}}} is not known; use {', '.join(f'{{{name}}}' for name in sorted(allowed))} or {{secret.NAME}}"
        )
    return text


def _param(line: str) -> str:
    match = _PARAM.fullmatch(line)
    if match is None:
        raise ValueError(f"{line[:60]!r}: write name = value, for example device = android")
    _known(match[2], MOMENTS)
    return line


SignedText = Annotated[str, Field(max_length=500), AfterValidator(lambda text: _known(text, _SIGNED))]


class AppOptions(RecordOptions):
    follow: bool = Field(
        False, description="Collect the pages of the records; otherwise the records are the documents."
    )
    params: list[Annotated[str, AfterValidator(_param)]] = Field(
        default_factory=list,
        max_length=50,
        description="Added to the query of each request: lines name = value, with {timestamp}, {nonce} or {secret.NAME}.",
    )
    sign: Literal["none", "md5", "sha1", "sha256", "hmac_md5", "hmac_sha1", "hmac_sha256"] = Field(
        "none", description="How the query is signed."
    )
    sign_text: SignedText = Field(
        "{params}{secret.key}",
        description="What is signed: {params} or {values} in order of their names, {path}, {secret.NAME}.",
    )
    sign_key: SignedText = Field("{secret.key}", description="Key of an HMAC signature.")
    sign_param: str = Field(
        "sign", pattern=r"^[A-Za-z_][\w.-]{0,60}$", description="Parameter that holds the signature."
    )
    sign_form: Literal["hex", "HEX", "base64"] = Field("hex", description="How the signature is written.")
    resume: bool = Field(False, description="Each run goes on at the cursor that the last one has reached.")

    @model_validator(mode="after")
    def _resumable(self) -> AppOptions:
        if self.resume and not self.cursor:
            raise ValueError("resume: needs page_url with {cursor}, and cursor")
        return self

    def extra_params(self) -> list[tuple[str, str]]:
        found = (_PARAM.fullmatch(line) for line in self.params)
        return [(match[1], match[2]) for match in found if match is not None]
