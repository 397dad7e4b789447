"""The sets of real pages whose main text is known, decoded once by the product's own decoder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from collector.extract.charset import decode
from tests.shared_data import find, labels, page_bytes

CHINESE = ("gne", "cwced", "daniel_zh", "magic_zh")
OTHERS = ("aeb", "wcxb", "fundus", "daniel_x", "magic_other")
NAMES = OTHERS + CHINESE
_NO_URL = "https://www.example.com/"


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """One page: its set, its label, the decoded markup and the address it came from."""

    set: str
    label: dict[str, Any]
    html: str

    @property
    def id(self) -> str:
        return f"{self.set}/{self.label['id']}"

    @property
    def url(self) -> str:
        return self.label.get("url") or _NO_URL

    @property
    def text(self) -> str:
        return str(self.label["text"])

    @property
    def site(self) -> str:
        """The last two labels of its host (three under a country's com, co, org), else the start of its id."""
        host = (urlsplit(self.label.get("url") or "").hostname or "").split(".")
        if len(host) < 2:
            return f"{self.set}:{str(self.label['id']).split('_')[0]}"
        wide = len(host) > 2 and host[-2] in ("com", "co", "org", "net", "gov", "edu") and len(host[-1]) == 2
        return ".".join(host[-3 if wide else -2 :])


def pages(name: str) -> Iterator[LabelledPage]:
    """The pages of a set that have a text; nothing where the set is absent. "magic" is two sets, by language."""
    folder = find(name.split("_")[0] if name.startswith("magic") else name)
    for label in labels(folder) if folder else ():
        chinese = str(label.get("lang") or "").startswith("zh")
        if name.startswith("magic") and chinese != (name == "magic_zh"):
            continue
        if folder is not None and label.get("text"):
            yield LabelledPage(name, label, decode(page_bytes(folder, label["id"])).text)
