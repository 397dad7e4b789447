"""What a person typed, and one sentence per problem beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kit.errors import InvalidInput
from services.forms import InvalidFields


@dataclass(slots=True)
class Form:
    """`values` are kept exactly as typed. `problems` maps a field's name to its sentences; "" is the form as a whole.

    `conflict` tells that what stands in the way is somebody else's work, not a wrong value; `existing` is its id.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    problems: dict[str, list[str]] = field(default_factory=dict)
    conflict: bool = False
    existing: str = ""
    translate: Callable[[str], str] = str

    def value(self, name: str) -> str:
        return self.values.get(name, "")

    def problems_of(self, name: str) -> list[str]:
        return self.problems.get(name, [])

    def add(self, name: str, sentence: str) -> None:
        """`sentence` is as a service says it; it is kept in the reader's language, once."""
        said = self.problems.setdefault(name, [])
        if (text := self.translate(sentence)) not in said:
            said.append(text)

    def unplaced(self, shown: frozenset[str]) -> list[str]:
        """Sentences of problems whose field is not among the controls shown: they stand at the top of the form."""
        return [
            f"{name}: {text}" if name else text
            for name, texts in self.problems.items()
            if name not in shown
            for text in texts
        ]


def problems_in(error: InvalidInput) -> dict[str, str]:
    """Field → sentence, for one problem or for many."""
    if isinstance(error, InvalidFields):
        return dict(error.problems)
    return {error.field: str(error)}


def integer(form: Form, name: str, default: int | None = None) -> int | None:
    """The whole number typed; `default` when left empty. Anything else becomes a problem of the field."""
    text = form.value(name).strip()
    if not text:
        return default
    try:
        return int(text)
    except ValueError:
        form.add(name, "not a whole number")
        return default


def decimal(form: Form, name: str) -> float | None:
    """As `integer`, with a decimal point or comma."""
    text = form.value(name).strip().replace(",", ".")
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        form.add(name, "not a number")
        return None


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
