"""Templates in each language. Autoescape is always on; what comes from the web goes through `console.text`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from console.assets import asset_url
from console.i18n import LANGUAGE_NAMES, LOCALES, catalogue
from console.text import cut, highlighted, host_of, safe_link, unmarked, visible

FOLDER = Path(__file__).parent / "templates"


class Renderer:
    """One environment per language, because the translation of a message is part of the compiled template."""

    def __init__(self) -> None:
        self._environments = {locale: _environment(locale) for locale in LOCALES}

    def render(self, locale: str, template: str, context: Mapping[str, Any]) -> str:
        return self._environments[locale].get_template(template).render(context)

    def gettext(self, locale: str, message: str) -> str:
        return catalogue(locale).gettext(message)


def _environment(locale: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    environment.install_gettext_translations(catalogue(locale), newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(asset=asset_url, link=link, languages=LANGUAGE_NAMES)
    environment.filters.update(
        visible=visible, highlighted=highlighted, unmarked=unmarked, safe_link=safe_link, host=host_of, cut=cut
    )
    environment.filters["pretty"] = lambda value: json.dumps(value, ensure_ascii=False, indent=2)
    environment.filters["segment"] = lambda text: quote(str(text), safe="")
    return environment


def link(path: str, *sources: Mapping[str, Any], **changes: Any) -> str:
    """`path` with the parameters of `sources`, then `changes`; empty values are left out, order is canonical.

    Equal views have equal addresses, so that they can be shared and compared.
    """
    merged: dict[str, Any] = {}
    for source in (*sources, changes):
        merged.update(source)
    pairs = [(name, item) for name in sorted(merged) for item in _items(merged[name])]
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _items(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    if isinstance(value, (list, tuple)):
        return [str(item) for item in value if item not in ("", None)]
    return [str(value)]
