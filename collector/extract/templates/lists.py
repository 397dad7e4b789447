"""Items of a list page by template."""

from __future__ import annotations

from collector.extract.model import Field, ListItem, ListPage
from collector.extract.page import Page
from collector.extract.templates.lint import absolute_inside_items
from collector.extract.templates.models import FieldRule, ListTemplate
from collector.extract.templates.run import rule_field
from collector.extract.templates.scope import Scope, SelectorError
from collector.extract.templates.selectors import compile_selector
from collector.extract.templates.transforms import Surroundings
from collector.extract.text import collapse

_MAX_ITEMS = 5_000


def template_rows(
    page: Page, items: str, rules: dict[str, FieldRule], around: Surroundings, errors: list[str]
) -> list[dict[str, Field]]:
    """The fields of each item. A rule with an absolute XPath is refused: it would give every row the same value."""
    usable = {name: rule for name, rule in rules.items() if not _refused(name, rule, errors)}
    try:
        hits = compile_selector(items).find(Scope(page))[:_MAX_ITEMS]
    except SelectorError as error:
        errors.append(f"items: {items}: {error}")
        return []
    scopes = [Scope(page, hit) for hit in hits]
    return [{name: rule_field(name, rule, scope, around, errors) for name, rule in usable.items()} for scope in scopes]


def template_list(page: Page, template: ListTemplate, around: Surroundings) -> ListPage:
    """Items with an address, each address once, and the next page."""
    errors: list[str] = list(page.errors)
    found: dict[str, ListItem] = {}
    for row in template_rows(page, template.items, template.fields, around, errors):
        url = row.get("url")
        if url is not None and url.status == "success":
            found.setdefault(url.value, _item(url.value, row))
    if not found:
        errors.append(f"items: {template.items}: no item with a link was found")
    return ListPage(tuple(found.values()), _next(page, template, around, errors), tuple(dict.fromkeys(errors)))


def _item(url: str, row: dict[str, Field]) -> ListItem:
    title, published = row.get("title"), row.get("published")
    rest = {name: value for name, value in row.items() if name not in ("url", "title", "published")}
    return ListItem(
        url,
        collapse(str(title.value).replace("\n", " ")) if title and title.value else None,
        published.value if published and published.value else None,
        rest,
    )


def _next(page: Page, template: ListTemplate, around: Surroundings, errors: list[str]) -> str | None:
    if template.next_page is None:
        return None
    rule = FieldRule(selectors=[template.next_page])
    field = rule_field("url", rule, Scope(page), around, errors)
    return field.value if field.value and field.value != page.url else None


def _refused(name: str, rule: FieldRule, errors: list[str]) -> bool:
    bad = [source for source in rule.selectors if absolute_inside_items(source)]
    if bad:
        errors.append(f"{name}: absolute XPath inside items")
    return bool(bad)
