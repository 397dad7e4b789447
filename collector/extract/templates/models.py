"""Template models, shared by API forms, storage and extraction."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from collector.extract.dates.zones import zone

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


class DetailTemplate(_Model):
    """Fields of an article page: title, content, published, modified, authors, images, language, and any other name."""

    fields: dict[str, FieldRule] = Field(default_factory=dict)
    site_name: str | None = None
    tz: ZoneName = None
    date_order: Literal["DMY", "MDY", "YMD"] | None = None


class ListTemplate(_Model):
    """A list page: one element (or JSON object) an item, fields looked up inside it, and the link to the next page."""

    items: Selector
    fields: dict[str, FieldRule]
    next_page: Selector | None = None
    max_pages: int = Field(default=1, ge=1, le=1_000)

    @model_validator(mode="after")
    def _has_url(self) -> ListTemplate:
        if "url" not in self.fields:
            raise ValueError("list fields must hold a rule named 'url'")
        return self


class TemplateSpec(_Model):
    """A whole template as it is stored under one version."""

    kind: Literal["html", "json", "feed"] = "html"
    list: ListTemplate | None = None
    detail: DetailTemplate | None = None

    def lint(self) -> Problems:
        """Problems in words, each naming field, selector and reason; empty for a template that may be saved."""
        from collector.extract.templates.lint import lint_spec

        return lint_spec(self)
