"""What finding out the charset costs beside a plain decode, on pages whose declaration is right (F5): within 10 %.

`python -m tests.bench.charset [--json]`. Real pages where they are there. Each page's best of the rounds, in which both ways take turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence

from collector import extract
from tests.bench import pages, synthetic
from tests.bench.table import Row, show

PAGES = 400
ROUNDS = 25
GOAL = 1.1


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests.bench.charset", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    rows = [_row(f"real pages, {name}", found, name) for name, found in _real().items() if found]
    made = [body for _, body in synthetic.pages(PAGES)]
    rows.append(_row("made pages, utf-8", made, "utf-8"))
    show(rows, machine=options.json)


def _real() -> dict[str, list[bytes]]:
    """Real pages by charset, those that say what they are and are it."""
    bodies = [served.body for served in pages.real(PAGES)]
    found: dict[str, list[bytes]] = {"utf-8": [], "gb18030": []}
    for body in bodies:
        for name, kept in found.items():
            if extract.decode(body, f"text/html; charset={name}").encoding.lower().replace(
                "gbk", "gb18030"
            ) == name and _is(body, name):
                kept.append(body)
                break
    return found


def _is(body: bytes, name: str) -> bool:
    try:
        body.decode(name)
    except UnicodeDecodeError:
        return False
    return True


def _row(measure: str, bodies: list[bytes], name: str) -> Row:
    header = f"text/html; charset={name}"
    ways: dict[str, Callable[[bytes], object]] = {
        "ours": lambda body: extract.decode(body, header),
        "plain": lambda body: body.decode(name),
    }
    best = dict.fromkeys(ways, 0.0)
    for body in bodies:
        for way, seconds in _fastest(ways, body).items():
            best[way] += seconds
    factor = best["ours"] / best["plain"]
    return Row(f"{measure}, {len(bodies)}", "× plain decode", factor, goal_value=GOAL, less_is_better=True)


def _fastest(ways: dict[str, Callable[[bytes], object]], body: bytes) -> dict[str, float]:
    """Seconds of processor time of each way; another process that takes the caches away spoils a round, not the measure."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for way, decode in ways.items():
            began = time.process_time()
            decode(body)
            best[way] = min(best[way], time.process_time() - began)
    return best


if __name__ == "__main__":
    main(sys.argv[1:])
