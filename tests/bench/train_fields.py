"""Learn the weights by which title, authors and day of publication are chosen, from the pages with truth.

    python -m tests.bench.train_fields title|authors|dates [--write]

Each page gives its candidates with their features; the weights make the right candidate the likeliest (conditional logit with
an L2 penalty). Printed is what weights learnt on one half of the sites achieve on the other half; ``--write`` then learns on
all sites and writes the module that the product imports.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from collector.extract.authors import candidates as authors
from collector.extract.authors.candidates import author_candidates
from collector.extract.content import find_content
from collector.extract.dates import candidates as dates
from collector.extract.dates.candidates import date_candidates
from collector.extract.dates.moment import Moment
from collector.extract.page import Page
from collector.extract.ranking import Candidate, ranked
from collector.extract.title.find import candidates_of, find_title
from collector.extract.title.sources import site_names
from tests.bench.fields import NO_URL, fetched_at, folded, half_of, pages_of, truth_of

_ROUNDS, _STEP = 400, 0.1
_RARE = 3
_CHINESE = frozenset(("gne", "cwced", "daniel_zh"))
_PACKAGE = Path(__file__).resolve().parents[2] / "collector" / "extract"


@dataclass(slots=True)
class Example:
    """A page's candidates, which of them are right, how much the page counts, and what names it."""

    group: str
    half: int
    candidates: list[Candidate]
    right: list[bool]
    weight: float = 1.0
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class Task:
    """How one field is learnt."""

    sets: Sequence[str]
    examples: Callable[[str], list[Example]]
    penalty: float


def learn(examples: Sequence[Example], penalty: float) -> dict[str, float]:
    """Weights of all features that occur on enough pages."""
    usable = [one for one in examples if any(one.right)]
    counts = Counter(name for one in usable for name in set().union(*(part.features for part in one.candidates)))
    names = sorted(name for name, count in counts.items() if count >= _RARE)
    index = {name: place for place, name in enumerate(names)}
    rows: list[int] = []
    columns: list[int] = []
    groups: list[int] = []
    right: list[bool] = []
    for number, one in enumerate(usable):
        for candidate, good in zip(one.candidates, one.right, strict=True):
            known = [index[name] for name in candidate.features if name in index]
            rows += [len(groups)] * len(known)
            columns += known
            groups.append(number)
            right.append(good)
    weights = _descend(
        np.array(rows), np.array(columns), np.array(groups), np.array(right, float), np.array([one.weight for one in usable]),
        len(names), penalty,
    )  # fmt: skip
    return dict(zip(names, (float(value) for value in weights), strict=True))


def _descend(rows: Any, columns: Any, groups: Any, right: Any, page_weights: Any, size: int, penalty: float) -> Any:
    """Gradient descent with momentum and scaled steps; deterministic."""
    weights, speed, scale = np.zeros(size), np.zeros(size), np.zeros(size)
    pages = len(page_weights)
    for turn in range(1, _ROUNDS + 1):
        scores = np.bincount(rows, weights=weights[columns], minlength=len(groups))
        top = np.full(pages, -1e9)
        np.maximum.at(top, groups, scores)
        shares = np.exp(scores - top[groups])
        given = shares / np.bincount(groups, weights=shares, minlength=pages)[groups]
        good = shares * right
        wanted = good / np.bincount(groups, weights=good, minlength=pages)[groups]
        gap = (given - wanted) * page_weights[groups]
        slope = np.bincount(columns, weights=gap[rows], minlength=size) + penalty * weights
        speed = 0.9 * speed + 0.1 * slope
        scale = 0.999 * scale + 0.001 * slope * slope
        step = _STEP * 0.5 * (1 + np.cos(np.pi * turn / _ROUNDS))
        weights -= step * (speed / (1 - 0.9**turn)) / (np.sqrt(scale / (1 - 0.999**turn)) + 1e-9)
    return weights


def _date_examples(name: str) -> list[Example]:
    found = []
    for label, page, title, lines in _read(name, "date"):
        zone = "Asia/Shanghai" if name in _CHINESE else "UTC"
        candidates = date_candidates(page, page.clues, Moment(fetched_at(label), zone), lines, title)
        truth = truth_of("date", label)
        right = [(one.value[0].value[:10] if one.value else "") == truth for one in candidates]
        weight = (1.0 if truth else 2.0) * (3.0 if name in _CHINESE else 1.0)
        found.append(_example(name, label, candidates, right, weight, 0.5, bool(truth)))
    return found


def _author_examples(name: str) -> list[Example]:
    found = []
    for label, page, title, lines in _read(name, "author"):
        candidates = author_candidates(page, page.clues, site_names(page, None), lines, title)
        truth = {folded(part) for part in truth_of("author", label)}
        right = [{folded(part) for part in one.value} == truth for one in candidates]
        found.append(_example(name, label, candidates, right, 3.0 if name in _CHINESE else 1.0, 0.3, bool(truth)))
    return found


def _title_examples(name: str) -> list[Example]:
    found = []
    for label, html in pages_of(name):
        if truth := truth_of("title", label):
            page = Page(html, label.get("url") or NO_URL)
            candidates = candidates_of(page)
            right = [folded(one.value) == folded(truth) for one in candidates]
            found.append(Example(name, half_of(label), candidates, right, 3.0 if name in _CHINESE else 1.0))
    return found


def _read(name: str, wanted: str) -> Iterator[tuple[dict[str, Any], Page, str, list[str]]]:
    """(label, page, headline, lines around the article) of the pages that have a label for a field."""
    for label, html in pages_of(name):
        if truth_of(wanted, label) is not None:
            page = Page(html, label.get("url") or NO_URL)
            title = find_title(page).value
            text = find_content(page, title, lines_only=True)
            yield label, page, title or "", text.head + text.foot


def _example(
    name: str,
    label: dict[str, Any],
    candidates: list[Candidate],
    right: list[bool],
    weight: float,
    unknown: float,
    labelled: bool,
) -> Example:
    """A page whose right answer is not among the candidates is best answered by none, and counts ``unknown``."""
    if not any(right):
        right, weight = [not one.value for one in candidates], unknown * (3.0 if name in _CHINESE else 1.0)
    return Example(name, half_of(label), candidates, right, weight, labelled)


_NEWS = ("gne", "cwced", "fundus", "wcxb", "traf")
TASKS = {
    "dates": Task((*_NEWS, "htmldate"), _date_examples, 3.0),
    "authors": Task(_NEWS, _author_examples, 2.0),
    "title": Task(("gne", "daniel_zh", "fundus", "wcxb", "traf", "daniel_x", "postlight"), _title_examples, 3.0),
}


def main(arguments: list[str]) -> int:
    """Print what weights of each half achieve on the other; write the module where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("field", choices=sorted(TASKS))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    task = TASKS[options.field]
    examples = [one for name in task.sets for one in task.examples(name)]
    halves = [learn([one for one in examples if one.half != half], task.penalty) for half in (0, 1)]
    for name in task.sets:
        _report(name, [(one, _choice(one, halves[one.half])) for one in examples if one.group == name])
    if options.write:
        _write(_PACKAGE / options.field / "weights.py", options.field, learn(examples, task.penalty))
    return 0


def _report(name: str, answers: list[tuple[Example, Candidate]]) -> None:
    named = [one.right[one.candidates.index(choice)] and bool(choice.value) for one, choice in answers if one.labelled]
    none = [not choice.value for one, choice in answers if not one.labelled]
    print(f"{name:12} exact {_mean(named)} of {len(named):3}, none rightly {_mean(none)} of {len(none):3}")


def _mean(values: list[bool]) -> str:
    return f"{sum(values) / len(values):.3f}" if values else "-"


_STATED = {dates.STATED, authors.STATED}


def _choice(one: Example, weights: dict[str, float]) -> Candidate:
    allowed = [candidate for candidate in one.candidates if not candidate.features & _STATED]
    return ranked(allowed, weights)[0].candidate


def _write(path: Path, name: str, weights: dict[str, float]) -> None:
    lines = [
        f"    {key!r}: {value:.2f},".replace("'", '"') for key, value in sorted(weights.items()) if abs(value) >= 0.02
    ]
    head = f'"""Weights of the features by which {name} are chosen; learnt by tests/bench/train_fields.py, not edited by hand."""'
    body = "\n".join(
        [
            head,
            "",
            "from __future__ import annotations",
            "",
            "WEIGHTS: dict[str, float] = {",
            *lines,
            "}  # fmt: skip",
            "",
        ]
    )
    path.write_text(body, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
