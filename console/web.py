"""One request as a page sees it: who asks, in which language, with which form; and the answers a page can give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from console.done import DONE
from console.forms import Form
from console.i18n import Formats, catalogue, choose_locale, choose_zone
from console.problems import translated_problem
from console.reasons import FIELD_STATES, ROLE_NAMES
from console.render import link
from console.state import Console
from console.transactions import Transactions
from console.visitor import Visitor
from console.vocabulary import FLAGS

THEMES = ("light", "dark")


class Web(Transactions):
    """`visitor.user` is None before sign-in."""

    def __init__(self, console: Console, request: Request, visitor: Visitor, form: FormData) -> None:
        super().__init__(console)
        self.request = request
        self.visitor = visitor
        self.form = Form(
            {name: value for name, value in form.items() if isinstance(value, str)}, translate=self.problem
        )
        self.fields = form
        cookies = request.cookies
        self.locale = choose_locale(
            saved=visitor.locale,
            cookie=cookies.get("language", ""),
            accept_language=request.headers.get("accept-language", ""),
        )
        self.formats = Formats(self.locale, choose_zone(_decoded(cookies.get("zone", ""))), console.clock.now())

    # What was asked.

    @property
    def actor(self) -> str:
        return self.visitor.user.name if self.visitor.user else ""

    @property
    def wants_json(self) -> bool:
        return self.request.query_params.get("format") == "json" or self.request.url.path.endswith(".json")

    @property
    def is_fragment(self) -> bool:
        """Asked for by htmx, which swaps a part of the page."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def here(self) -> str:
        """Path and query of this page; of the page around it for a fragment or a form."""
        query = [(name, value) for name, value in self.request.query_params.multi_items() if name != "done"]
        path = self.request.url.path
        return link(path, _grouped(query)) if self.request.method == "GET" else path

    def query(self, name: str) -> str:
        return self.request.query_params.get(name, "").strip()[:500]

    def queries(self, name: str) -> list[str]:
        return [value[:500] for value in self.request.query_params.getlist(name) if value.strip()][:50]

    # What can be answered.

    def gettext(self, message: str, **params: Any) -> str:
        text = catalogue(self.locale).gettext(message)
        return text % params if params else text

    def ngettext(self, one: str, many: str, count: int) -> str:
        return catalogue(self.locale).ngettext(one, many, count) % {"count": self.formats.number(count)}

    def problem(self, sentence: str) -> str:
        return translated_problem(sentence, self.gettext)

    def html(self, template: str, /, *, status: int = 200, section: str = "", **context: Any) -> Response:
        page = self._page(section)
        text = self.console.renderer.render(self.locale, template, {"page": page, "fmt": self.formats, **context})
        headers = {"Vary": "Cookie, Accept-Language, HX-Request"}
        return HTMLResponse(text, status_code=status, headers=headers)

    def json(self, content: Any, *, status: int = 200) -> Response:
        return Response(msgspec.json.encode(content), status_code=status, media_type="application/json")

    def listing(self, template: str, data: Mapping[str, Any], /, *, section: str, **context: Any) -> Response:
        """A list page: `data` is its whole content, as JSON where that was asked for."""
        return self.json(data) if self.wants_json else self.html(template, section=section, **data, **context)

    def redirect(self, path: str, *, done: str = "") -> Response:
        """After a form. `done` names a sentence of `console.done`, said once on the next page."""
        target = f"{path}{'&' if '?' in path else '?'}done={done}" if done else path
        return RedirectResponse(target, status_code=303)

    def _flag(self, flag: str) -> str:
        return self.gettext(FLAGS.get(flag, flag))

    def _page(self, section: str) -> dict[str, Any]:
        user = self.visitor.user
        theme = self.request.cookies.get("theme", "")
        done = DONE.get(self.query("done"), "")
        return {
            "lang": self.locale,
            "theme": theme if theme in THEMES else "",
            "shortcuts": self.request.cookies.get("keys") != "off",
            "csrf": self.visitor.csrf,
            "user": user,
            "role_name": self.gettext(ROLE_NAMES[user.role]) if user else "",
            "may_change": user is not None and user.role != "viewer",
            "problem": self.problem,
            "role": lambda role: self.gettext(ROLE_NAMES[role]),
            "flag": self._flag,
            "field_state": lambda status: self.gettext(FIELD_STATES.get(status, (status, ""))[0]),
            "section": section,
            "here": self.here,
            "said": self.gettext(done) if done else "",
        }


def _grouped(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for name, value in pairs:
        grouped.setdefault(name, []).append(value)
    return grouped


def _decoded(cookie: str) -> str:
    return cookie.replace("%2F", "/").replace("%2B", "+")
