"""Which real pages flow through the product, with their truth, and how each is served."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tests.flow.site import Served
from tests.shared_data import labels, need, page_bytes

Header = Literal["right", "none", "lying"]
HEADERS: tuple[Header, ...] = ("right", "none", "lying")
CHOSEN: dict[str, int] = {"gne": 18, "cwced": 16, "daniel_zh": 16, "fundus": 16, "traf": 18, "charset_real": 14}


@dataclass(frozen=True, slots=True)
class PageCase:
    """One real page. `encoding` is that of its bytes; None or "" in a label means: the set does not say."""

    set: str
    id: str
    lang: str
    body: bytes
    encoding: str
    header: Header
    title: str
    date: str
    text: str
    snippets: tuple[str, ...]

    def content_type(self) -> str | None:
        """The header it is served with."""
        if self.header == "none":
            return None
        return f"text/html; charset={self.encoding if self.header == 'right' else self._lie()}"

    def served(self, number: int) -> Served:
        return Served(f"/articles/{number}.html", self.body, self.content_type(), self.title or f"article {number}")

    def _lie(self) -> str:
        if self.encoding != "utf-8":
            return "utf-8"
        return "gbk" if self.lang == "zh" else "iso-8859-1"


def chosen(name: str) -> list[PageCase]:
    """The first pages of a set that have a truth to compare with; skips the test where the pages are absent."""
    folder = need(name)
    rows = [row for row in labels(folder) if _useful(name, row)][: CHOSEN[name]]
    return [_case(name, row, page_bytes(folder, row["id"]), HEADERS[place % 3]) for place, row in enumerate(rows)]


def _useful(name: str, row: dict[str, Any]) -> bool:
    if name == "charset_real":
        return not row["id"].startswith("cwced_")
    if name == "traf":
        return bool(row.get("title") and row.get("date") and row["with"])
    return bool(row.get("text"))


def _case(name: str, row: dict[str, Any], body: bytes, header: Header) -> PageCase:
    return PageCase(
        set=name,
        id=row["id"],
        lang=row.get("lang") or "",
        body=body,
        encoding=row.get("encoding") or ("utf-8" if _is_utf8(body) else _legacy(row)),
        header=header,
        title=row.get("title") or "",
        date=row.get("date") or "",
        text=row.get("text") or "",
        snippets=tuple(row.get("with") or ()),
    )


def _legacy(row: dict[str, Any]) -> str:
    return "gb18030" if row.get("lang") == "zh" else "windows-1252"


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
