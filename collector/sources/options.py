"""Options that every kind of source shares; each kind adds its own in `<kind>/options.py`. Also the forms' and the API's models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypeVar

import regex
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from collector.fetch.proxies import DIRECT, parse
from kit.contracts.config import SourceConfig
from kit.contracts.tag_rules import MAX_LINE, MAX_RULES, parse_rule
from kit.errors import ConfigError

MATCH_SECONDS: Final = 0.1
MAX_PATTERNS: Final = 50
MAX_PAGES: Final = 50


def _compilable(pattern: str) -> str:
    try:
        regex.compile(pattern)
    except regex.error as error:
        raise ValueError(f"not a regular expression: {error}") from error
    return pattern


UrlPattern = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_compilable)]


def _proxy(text: str) -> str:
    if text == DIRECT:
        return text
    try:
        found = parse(text)
    except ConfigError as error:
        raise ValueError(str(error)) from error
    if found.authorization:
        raise ValueError("proxies with a password belong into CATCHMENT_PROXIES")
    return text


def _tag_rule(line: str) -> str:
    rule = parse_rule(line)
    if rule.kind == "regex":
        _compilable(rule.pattern)
    return line


TagRuleText = Annotated[str, Field(min_length=1, max_length=MAX_LINE), AfterValidator(_tag_rule)]
ProxyUrl = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_proxy)]


class Options(BaseModel):
    """Unknown names are refused, so that a misspelt option cannot be ignored silently."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    robots: Literal["honour", "ignore"] = Field("honour", description="Whether robots.txt of the site is honoured.")
    robots_reason: str = Field("", max_length=500, description="Why robots.txt may be ignored; needed to ignore it.")
    max_pages: int = Field(1, ge=1, le=MAX_PAGES, description="Pages of the list that one run reads.")
    max_items: int = Field(200, ge=1, le=5000, description="Most links or entries taken from one run.")
    include: list[UrlPattern] = Field(
        default_factory=list, max_length=MAX_PATTERNS, description="Only links that match one of these patterns."
    )
    exclude: list[UrlPattern] = Field(
        default_factory=list, max_length=MAX_PATTERNS, description="No links that match one of these patterns."
    )

    render: Literal["no", "list", "all"] = Field(
        "no", description="Which pages are read by a real browser, because scripts fill them."
    )
    scrolls: int = Field(0, ge=0, le=10, description="How often a rendered page is scrolled to its end, at most.")
    conditional: bool = Field(
        True,
        description="Ask whether a list has changed; switches itself off where the server does not tell the truth.",
    )
    proxies: list[ProxyUrl] = Field(
        default_factory=list, max_length=20, description="Proxies that take turns, like http://host:port; direct: none."
    )

    tag_rules: list[TagRuleText] = Field(
        default_factory=list, max_length=MAX_RULES, description="Tags that the cleaner gives: tag: kind: pattern."
    )
    sensitive: Literal["flag", "mask", "mask_all"] = Field(
        "flag",
        description="What the cleaner does with personal and secret data: flag it, mask identity numbers, bank cards and keys,"
        " or mobiles and e-mail addresses too.",
    )

    @model_validator(mode="after")
    def _reason_given(self) -> Options:
        if self.robots == "ignore" and not self.robots_reason.strip():
            raise ValueError("robots_reason: say why robots.txt may be ignored for this source")
        return self

    def wants(self, url: str) -> bool:
        """Whether the patterns let a link through. Raises TimeoutError when one of them is too slow on this URL."""
        return not matches(self.exclude, url) and (not self.include or matches(self.include, url))


Kept = TypeVar("Kept", bound=Options)


def matches(patterns: Iterable[str], url: str) -> bool:
    """Whether one of the patterns is found in the address. Raises TimeoutError when one of them is too slow on it."""
    return any(regex.search(pattern, url, timeout=MATCH_SECONDS) is not None for pattern in patterns)


def read(model: type[Kept], source: SourceConfig) -> Kept:
    """The options of a source in its kind's model. Raises ConfigError naming source and option."""
    try:
        return model.model_validate(source.options)
    except ValidationError as error:
        first: Any = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "options"
        raise ConfigError(
            f"source {source.id}: option {place}: {str(first['msg']).removeprefix('Value error, ')}"
        ) from error
