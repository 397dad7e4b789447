"""What cleaning again changes: counts by kind, and examples with the text before and after."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from cleaner.sinks.archived import Archived

EXAMPLES: Final = 3
_SHOWN: Final = 160


class Example(msgspec.Struct, frozen=True):
    url: str
    document: str
    before: str
    after: str


class Report(msgspec.Struct):
    """`kinds`: name of a field → rows in which it changes; `moves`: "clean → review" → rows; `kept`: why a row stays as it is → rows."""

    rows: int = 0
    unchanged: int = 0
    changed: int = 0
    reread: int = 0
    kinds: dict[str, int] = msgspec.field(default_factory=dict)
    moves: dict[str, int] = msgspec.field(default_factory=dict)
    kept: dict[str, int] = msgspec.field(default_factory=dict)
    refused: dict[str, str] = msgspec.field(default_factory=dict)
    examples: dict[str, list[Example]] = msgspec.field(default_factory=dict)

    def keep(self, reason: str) -> None:
        self.rows += 1
        self.kept[reason] = self.kept.get(reason, 0) + 1

    def add(self, old: Archived, new: Archived, kinds: tuple[str, ...]) -> None:
        self.rows += 1
        if not kinds:
            self.unchanged += 1
            return
        self.changed += 1
        if old.severity != new.severity:
            move = f"{old.severity} → {new.severity}"
            self.moves[move] = self.moves.get(move, 0) + 1
        for kind in kinds:
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
            listed = self.examples.setdefault(kind, [])
            if len(listed) < EXAMPLES and kind != "signatures":
                before, after = differing(_text(getattr(old, kind)), _text(getattr(new, kind)))
                listed.append(Example(old.url, old.id, before, after))


def differing(before: str, after: str) -> tuple[str, str]:
    """Both texts from a little before the first character in which they differ."""
    same = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    start = max(same - 20, 0)
    return tuple(_cut(text, start) for text in (before, after))  # type: ignore[return-value]


def as_text(report: Report, *, dry_run: bool) -> str:
    verb = "would change" if dry_run else "changed"
    lines = [
        f"{report.rows} rows: {report.changed} {verb}, {report.unchanged} as before, {sum(report.kept.values())} kept"
    ]
    lines += [f"  severity {move}: {count}" for move, count in sorted(report.moves.items())]
    for kind, count in sorted(report.kinds.items(), key=lambda one: (-one[1], one[0])):
        lines.append(f"  {kind}: {count}")
        for one in report.examples.get(kind, ()):
            lines += [f"    {one.url}", f"      - {one.before}", f"      + {one.after}"]
    lines += [f"  kept, {reason}: {count}" for reason, count in sorted(report.kept.items())]
    return "\n".join(lines + [f"  refused by the index: {name}: {why}" for name, why in sorted(report.refused.items())])


def as_json(report: Report) -> str:
    return json.dumps(msgspec.to_builtins(report), ensure_ascii=False, indent=2)


def _text(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
    return " ".join(text.split())


def _cut(text: str, start: int) -> str:
    part = text[start : start + _SHOWN]
    return ("…" if start else "") + part + ("…" if len(text) > start + _SHOWN else "")
