"""Near duplicates: how many are found, how many look-alikes are taken for one, and what looking them up costs, beside three libraries in one run.

`python -m tests.bench.clean_near [--json] [--quick] [--index N] [--news FOLDER]`. Pairs as in `clean_pairs`. A pair counts as found when the two
share a key of the index *and* their signatures agree. FOLDER: files .sgm of Reuters-21578, whose own near duplicates are the natural pairs:
of all pairs with a shingle sentence in common those with containment >= 0.9 and Jaccard >= 0.3 are duplicates, those with containment
0.15 to 0.5 are not. The index is the archive's table of bands with N made documents; each query asks for all keys of a real one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cleaner.core import Relation, Signatures, near_duplicate, text_signatures
from tests.bench.clean_index import index_rows
from tests.bench.clean_natural import natural_pairs
from tests.bench.clean_pairs import articles, look_alikes, variants
from tests.bench.peer_environment import PeerEnvironment
from tests.bench.table import Row, show

GOAL_RECALL, GOAL_HARD, BASES, LOOK_ALIKES = 99.0, 0.2, 150, 150
PEERS = PeerEnvironment("bench-peers-near", ("simhash==2.1.2", "datasketch==2.0.0", "rensa==0.5.0", "numpy==1.26.4"))
SCRIPT = Path(__file__).with_name("clean_near_peer.py")
Pair = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Set:
    """Pairs of one language and truth: `same` says whether they are duplicates."""

    name: str
    same: bool
    pairs: list[Pair]


def main(arguments: Sequence[str]) -> None:
    options = _options(arguments)
    sets = _sets(BASES // 5 if options.quick else BASES, LOOK_ALIKES // 5 if options.quick else LOOK_ALIKES)
    if options.news:
        sets += [
            Set(f"en natural, {'same' if same else 'not'}", same, natural_pairs(options.news, same))
            for same in (True, False)
        ]
    signed = _signed(sets)
    peers = _by_peers(sets)
    rows = [row for found in sets if found.pairs for row in _rows(found, signed, peers)]
    with tempfile.TemporaryDirectory(prefix="catchment-near-") as folder:
        rows += index_rows(
            list(signed.values()), Path(folder), options.index or (20_000 if options.quick else 1_000_000)
        )
    show(rows, machine=options.json)


def _sets(bases: int, count: int) -> list[Set]:
    sets = []
    for language in ("zh", "en"):
        texts = articles(language)[:bases]
        sets.append(Set(f"{language} changed", True, variants(texts, language)))
        sets.append(Set(f"{language} look-alike", False, look_alikes(texts, language, count)))
    return sets


def _signed(sets: Sequence[Set]) -> dict[str, Signatures]:
    texts = {text for found in sets for _, one, other in found.pairs for text in (one, other)}
    return {text: text_signatures(text) for text in sorted(texts)}


def found_same(one: Signatures, other: Signatures) -> bool:
    """What the cleaner would say: nominated by a shared key, and confirmed."""
    return not set(one.bands).isdisjoint(other.bands) and near_duplicate(one, other).relation is not Relation.DIFFERENT


def _rows(found: Set, signed: dict[str, Signatures], peers: dict[str, dict[Pair, bool]]) -> list[Row]:
    ours = {pair: found_same(signed[pair[1]], signed[pair[2]]) for pair in found.pairs}
    theirs = {name: _share(found.pairs, said) for name, said in peers.items()}
    if not found.same:
        goal = 0.0 if "natural" in found.name else GOAL_HARD
        return [
            Row(
                f"{found.name}: taken for one",
                f"% of {len(found.pairs)}",
                _share(found.pairs, ours),
                theirs,
                goal,
                less_is_better=True,
            )
        ]
    rows = [Row(f"{found.name}: found", f"% of {len(found.pairs)}", _share(found.pairs, ours), theirs, GOAL_RECALL)]
    for kind in dict.fromkeys(pair[0] for pair in found.pairs):
        pairs = [pair for pair in found.pairs if pair[0] == kind]
        by_peer = {name: _share(pairs, said) for name, said in peers.items()}
        rows.append(Row(f"  {kind}", f"% of {len(pairs)}", _share(pairs, ours), by_peer))
    return rows


def _share(pairs: Sequence[Pair], said: dict[Pair, bool]) -> float:
    return 100 * sum(said[pair] for pair in pairs) / len(pairs)


def _by_peers(sets: Sequence[Set]) -> dict[str, dict[Pair, bool]]:
    PEERS.install()
    pairs = [pair for found in sets for pair in found.pairs]
    texts = sorted({text for _, one, other in pairs for text in (one, other)})
    places = {text: place for place, text in enumerate(texts)}
    body = json.dumps(texts) + "\n" + json.dumps([(places[one], places[other]) for _, one, other in pairs])
    done = subprocess.run([str(PEERS.python), str(SCRIPT)], input=body, stdout=subprocess.PIPE, text=True, check=True)
    answer = json.loads(done.stdout)
    for name, said in answer.items():
        print(f"{name}: {said['speed']:.0f} signatures a CPU second", file=sys.stderr)
    return {name: dict(zip(pairs, said["same"], strict=True)) for name, said in answer.items()}


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench.clean_near", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="a fifth of the pairs and a small index")
    parser.add_argument("--index", type=int, default=0, help="how many documents the index holds")
    parser.add_argument("--news", type=Path, help="folder with the files of Reuters-21578")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
