"""The body of an article: paragraphs, headings (`## `) and lists (`- `), one block per blank line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Block:
    kind: Literal["p", "h2", "ul"]
    lines: tuple[str, ...]


def parse_blocks(text: str) -> tuple[Block, ...]:
    return tuple(_block(chunk.strip()) for chunk in text.split("\n\n") if chunk.strip())


def _block(chunk: str) -> Block:
    if chunk.startswith("## "):
        return Block("h2", (chunk.removeprefix("## "),))
    if chunk.startswith("- "):
        return Block("ul", tuple(line.removeprefix("- ") for line in chunk.splitlines()))
    return Block("p", (" ".join(chunk.splitlines()),))
