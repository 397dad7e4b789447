"""Template models, shared by API forms, storage and extraction."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from collector.extract.dates.zones import zone

if TYPE_CHECKING:
    from collector.extract.templates.compiled import ReadyRule
    from collector.extract.templates.problems import Problem

KINDS = ("css", "xpath", "json", "jsonpath", "meta", "jsonld", "og", "re", "const")
MAX_SELECTOR = 1_000


def _known_kind(text: str) -> str:
    kind, colon, rest = text.partition(":")
    if not colon or kind not in KINDS:
        raise ValueError(f"selector {text!r} must begin with one of {', '.join(f'{name}:' for name in KINDS)}")
    if not rest.strip() and kind != "const":
        raise ValueError(f"selector {text!r} is empty after {kind}:")
    if len(text) > MAX_SELECTOR:
        raise ValueError(f"selector is longer than {MAX_SELECTOR} characters")
    return text


def _known_zone(name: str | None) -> str | None:
    if name is not None:
        zone(name)
    return name


Selector = Annotated[str, AfterValidator(_known_kind)]
# The spec has a field named list, which hides the type inside its class body.
Problems = list[str]
LocatedProblems = list["Problem"]
ZoneName = Annotated[str | None, AfterValidator(_known_zone)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FieldRule(_Model):
    """How one field is found: selectors in the order they are tried, then transforms on the values of the first that hits.

    ``remove`` names CSS selectors of parts left out of the text; ``multiple`` gives a list instead of the first value.
    """

    selectors: list[Selector] = Field(min_length=1, max_length=20)
    transforms: list[str] = Field(default_factory=list, max_length=20)
    required: bool = False
    multiple: bool = False
    remove: list[str] = Field(default_factory=list, max_length=50)

    @cached_property
    def ready(self) -> ReadyRule:
        """Selectors and transforms compiled, once for as long as the rule lives."""
        from collector.extract.templates.compiled import ready

        return ready(self)


class DetailTemplate(_Model):
    """Fields of an article page: title, content, published, modified, authors, images, language, and any other name."""

    fields: dict[str, FieldRule] = Field(default_factory=dict)
    site_name: str | None = None
    tz: ZoneName = None
    date_order: Literal["DMY", "MDY", "YMD"] | None = None


class ListTemplate(_Model):
    """A list page: one element (or JSON object) an item, fields looked up inside it, and the link to the next page.

    ``search_url`` with {keyword} and {page} or {offset} is where KEYWORD sources that share the template begin.
    """

    items: Selector
    fields: dict[str, FieldRule]
    next_page: Selector | None = None
    max_pages: int = Field(default=1, ge=1, le=1_000)
    search_url: str | None = Field(default=None, pattern=r"^https?://.*\{keyword\}", max_length=2_000)

    @model_validator(mode="after")
    def _has_url(self) -> ListTemplate:
        if "url" not in self.fields:
            raise ValueError("list fields must hold a rule named 'url'")
        return self


class TemplateSpec(_Model):
    """A whole template as it is stored under one version.

    ``kind`` says what the list is: "html" (its rules may still read JSON-LD, and JSON where the answer is JSON), "json", or "feed", an
    XML document read by XPath, names in lower case, prefixed ones as written ("dc:creator"), elements without prefix by their bare names.
    """

    kind: Literal["html", "json", "feed"] = "html"
    list: ListTemplate | None = None
    detail: DetailTemplate | None = None

    def lint(self) -> Problems:
        """Problems in words, each naming field, selector and reason; empty for a template that may be saved."""
        return [str(problem) for problem in self.problems()]

    def problems(self) -> LocatedProblems:
        """The same, each with the place in the specification that it belongs to."""
        from collector.extract.templates.lint import problems_of

        return problems_of(self)
