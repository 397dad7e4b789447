"""Peers in environments of their own, made on first use, and what they answer for a set of pages."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.extract.sets import LabelledPage
from tests.bench.peer_environment import PeerEnvironment

_WORKER = Path(__file__).with_name("peer_texts.py")
_SET_S = 1_800
_PINS = {
    "trafilatura": ("trafilatura==2.3.1",),
    "readability-lxml": ("readability-lxml==0.9",),
    "resiliparse": ("resiliparse==2.0.1",),
    "rs-trafilatura": ("rs-trafilatura==0.1.1",),
    "newspaper4k": ("newspaper4k[all]==0.9.6",),
    "news-please": ("news-please==1.6.16",),
    "goose3": ("goose3[all]==3.1.22",),
    "gne": ("gne==0.4.3",),
    # Needs Python 3.12 or later.
    "magic-html": ("magic-html==0.1.8",),
}


def environment(peer: str) -> PeerEnvironment:
    """The environment a peer runs in; the modes of one peer share it."""
    package = "trafilatura" if peer.startswith("trafilatura") else peer
    return PeerEnvironment(f"extract-{package}", _PINS[package])


def answers(peer: str, listed: Sequence[LabelledPage]) -> Iterator[tuple[str, float]]:
    """(text, seconds of processor time) of each page. Raises CalledProcessError where pip or the peer fails."""
    place = environment(peer)
    place.install()
    given = "".join(
        json.dumps({"html": page.html, "url": page.url, "lang": page.label.get("lang")}) + "\n" for page in listed
    )
    done = subprocess.run(
        [str(place.python), str(_WORKER), peer], input=given, capture_output=True, text=True, check=True, timeout=_SET_S
    )
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        yield answer["text"], answer["seconds"]
