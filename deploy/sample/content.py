"""The articles: one file each under `content/<column>/`, TOML front matter between `+++` lines, then the body."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from deploy.sample.blocks import Block, parse_blocks

Column = Literal["zh", "fukan", "en"]
PublishedAs = Literal["attribute", "text", "relative", "none"]

ZONE = ZoneInfo("Asia/Shanghai")
FOLDERS: dict[Column, str] = {"zh": "/zh/news/", "fukan": "/zh/fukan/", "en": "/en/posts/"}
_CONTENT = Path(__file__).parent / "content"


@dataclass(frozen=True, slots=True)
class Article:
    """One article; `published` is None where the page shows only a relative time or none at all."""

    key: str
    column: Column
    title: str
    published: datetime | None
    published_as: PublishedAs
    relative_hours: int | None
    authors: tuple[str, ...]
    source: str
    editor: str
    redesigned: bool
    json_ld: bool
    tags: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def path(self) -> str:
        return f"{FOLDERS[self.column]}{self.key}.html"

    @property
    def opening(self) -> str:
        """The first paragraph."""
        return next(block.lines[0] for block in self.blocks if block.kind == "p")


@cache
def articles(column: Column) -> tuple[Article, ...]:
    """The articles of a column, newest first; those without a publish time come last."""
    found = [_read(column, path) for path in sorted((_CONTENT / column).glob("*.md"))]
    return tuple(sorted(found, key=_newness, reverse=True))


def _newness(article: Article) -> datetime:
    if article.published_as == "relative":
        return datetime.max.replace(tzinfo=UTC)
    return article.published or datetime.min.replace(tzinfo=UTC)


def _read(column: Column, path: Path) -> Article:
    _, front, body = path.read_text(encoding="utf-8").split("+++\n", 2)
    return _article(column, path.stem, tomllib.loads(front), body)


def _article(column: Column, key: str, front: dict[str, Any], body: str) -> Article:
    return Article(
        key=key,
        column=column,
        title=front["title"],
        published=front.get("published"),
        published_as=front.get("published_as", "attribute" if column != "fukan" else "text"),
        relative_hours=front.get("relative_hours"),
        authors=tuple(front["authors"]),
        source=front.get("source", ""),
        editor=front.get("editor", ""),
        redesigned=front.get("layout") == "redesign",
        json_ld=front.get("json_ld", False),
        tags=tuple(front.get("tags", ())),
        blocks=parse_blocks(body),
    )
