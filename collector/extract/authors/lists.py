"""Lists of names grouped by who is on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from collector.extract.authors.names import names_in, unlabelled
from collector.extract.ranking import Candidate
from collector.extract.text import collapse
from collector.extract.title.clean import folded

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

PLAIN = re.compile(r"^[^\W\d_][\w.'’&@/ -]{1,50}$")

REFUSED = re.compile(
    r"@|https?:|www\.|^(?:admin|administrator|unknown|anonym\w*|anónimo|unbekannt|佚名|匿名|none|null|user|webmaster|root|guest|author|autor|editor)$|^\W*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Lists:
    """Candidates by the set of their folded names."""

    sites: list[str]
    host: str
    found: dict[tuple[str, ...], Candidate] = field(default_factory=dict)

    def add(self, names: Sequence[str], path: str, *features: str) -> None:
        names = list({folded(name): name for name in names if folded(name)}.values())
        if not names:
            return
        key = tuple(sorted(folded(name) for name in names))
        one = self.found.setdefault(key, Candidate(names, path))
        one.features.update(features)

    def text(self, text: str, path: str, *features: str, single: bool = False) -> list[str]:
        """The person names in a text, as one candidate."""
        names = names_in(text, organisations=self.sites, single_word=single)
        self.add(names, path, *features)
        return names

    def whole(self, text: str, path: str, *features: str) -> None:
        """A text that is no person's name (a team, an agency, a pen name) as one name."""
        name = unlabelled(collapse(text)).strip(" .,:|-–—")
        if 2 <= len(name) <= 60 and not REFUSED.search(name) and not re.search(r"\d{3}", name):
            self.add([name], path, *features)
