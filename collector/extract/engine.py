"""extract: template fields first, generic rules for what is missing, and the path of each answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from collector.extract.authors import find_authors
from collector.extract.content import Content, find_content
from collector.extract.content.generic import find_lines
from collector.extract.content.images import lead_image
from collector.extract.dates.page import Moment, find_modified, find_published
from collector.extract.language import find_language
from collector.extract.model import Extraction, Field, missing
from collector.extract.page import Page
from collector.extract.roles.page_type import page_type
from collector.extract.templates.models import DetailTemplate
from collector.extract.templates.run import detail_fields
from collector.extract.title import find_title

# Where a template gave the text, the lines around it are only looked for if the rest leaves doubt.
_SURE = 0.8
_KNOWN = ("title", "content", "authors", "published", "modified", "language", "images")


def extract(
    html: str,
    *,
    url: str,
    fetched_at: datetime,
    tz: str = "UTC",
    template: DetailTemplate | None = None,
    site_name: str | None = None,
    language: str | None = None,
) -> Extraction:
    """All fields of a page.

    ``template`` fields win; each one that finds nothing falls back to the generic rules, and then ``template_hit`` is False.
    ``fetched_at`` (aware) resolves relative times and refuses dates over an hour ahead; it is never itself a publication
    time. ``tz`` is the source's zone, ``language`` its BCP 47 tag. No markup raises; an unknown ``tz`` or a naive
    ``fetched_at`` raises ValueError.
    """
    page = Page(html, url)
    zone = (template.tz if template else None) or tz
    at = Moment(fetched_at, zone, language, template.date_order if template else None)
    found, errors = detail_fields(page, template, at) if template else ({}, ())
    fields = _Completed(page, at, found, (template.site_name if template else None) or site_name, language)
    extra = {name: value for name, value in found.items() if name not in _KNOWN}
    hit = bool(template) and all(field.status == "success" for field in found.values())
    return Extraction(
        title=fields.title,
        content=fields.content,
        authors=fields.authors,
        published=fields.published,
        modified=fields.modified,
        language=fields.language,
        images=fields.images,
        extra=extra,
        errors=page.errors + tuple(errors),
        template_hit=hit,
        lead_image=lead_image(page, fields.images.value or ()),
        type=fields.type,
    )


class _Completed:
    """The known fields: a template's answer where it has one, else the generic one, computed no sooner than needed."""

    def __init__(
        self, page: Page, at: Moment, found: Mapping[str, Field], site_name: str | None, language: str | None
    ) -> None:
        self._page, self._at, self._found, self._site = page, at, found, site_name
        self._generic: Content | None = None
        self._known_lines: list[str] | None = None
        self.title = self._or("title") or find_title(page, site_name=site_name)
        self.content = self._or("content") or self._generic_content()
        self.authors = self._or("authors") or self._authors()
        self.published = self._or("published") or self._published()
        self.modified = self._or("modified") or find_modified(page, at, self._lines_if_known())
        self.language = self._or("language") or find_language(
            page, self.content.value or self.title.value or "", language
        )
        self.images = self._or("images") or self._images()
        self.type = self._type()

    def _or(self, name: str) -> Field | None:
        field = self._found.get(name)
        return field if field is not None and field.status == "success" else None

    def _around(self) -> Content:
        if self._generic is None:
            self._generic = find_content(self._page, self.title.value)
        return self._generic

    def _generic_content(self) -> Field:
        content = self._around()
        if not content.text:
            return missing(value="")
        return Field(content.text, content.path, confidence=content.confidence)

    def _authors(self) -> Field:
        title = self.title.value
        if self._generic is None:
            quick = find_authors(self._page, site_name=self._site, title=title)
            if quick.confidence >= _SURE:
                return quick
        return find_authors(self._page, lines=self._lines(), site_name=self._site, title=title)

    def _published(self) -> Field:
        title = self.title.value
        if self._generic is None:
            quick = find_published(self._page, self._at, title=title)
            if quick.confidence >= _SURE:
                return quick
        return find_published(self._page, self._at, self._lines(), title=title)

    def _lines(self) -> list[str]:
        """The visible lines around the article, looked for no sooner than needed."""
        if self._known_lines is None:
            known = self._or("content")
            around = self._around() if known is None else None
            self._known_lines = (
                around.head + around.foot
                if around is not None
                else find_lines(self._page, self.title.value, str(known.value if known else ""))
            )
        return self._known_lines

    def _lines_if_known(self) -> list[str]:
        return self._lines() if self._generic is not None or self._known_lines is not None else []

    def _type(self) -> Field:
        return page_type(self._page, self._generic.shape, self.title.value or "") if self._generic else missing()

    def _images(self) -> Field:
        if self._or("content") is not None:
            return missing(value=[])
        images = self._around().images
        return Field(images, "generic:images", confidence=0.8) if images else missing(value=[])
