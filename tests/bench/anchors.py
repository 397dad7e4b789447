"""How well a changed structure is noticed: recall of real breaks, false verdicts on pages whose structure is as before.

`python -m tests.bench.anchors [--families N] [--seed S] [--week-pages N]`. Real pages of the shared data, read in place; each becomes a family of sisters with
other words. Prints one row a mutation and the figures with their goals. A source-week is one family that is read by a template, learnt and watched as
the product does it, while --week-pages new pages come: false where any of them would be held.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter

from lxml.html import HtmlElement

from collector.extract.anchors import Baseline, PageSight, Verdict, decide, judge, learn
from collector.loop.judging import ESSENTIAL, word_of
from services.structure.learnt import ENOUGH, KEPT
from tests import shared_data
from tests.collector.extract.anchors import families, mutations
from tests.collector.extract.anchors.families import Family

SETS = ("gne", "aeb", "magic", "wcxb", "fundus", "postlight")
LEARNT, UNCHANGED = 8, 6
RECALL, FALSE = 0.97, 0.005


class Score:
    """Counts of one run; `wrong` names pages for the person who looks."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.all: Counter[str] = Counter()
        self.verdicts: dict[str, Counter[str]] = {}
        self.false = self.unchanged = self.false_blocks = 0
        self.weeks = self.false_weeks = 0
        self.wrong: list[str] = []

    def note(self, name: str, field: str, verdict: Verdict, right: bool, url: str) -> None:
        key = f"{name}, {field}"
        self.all[key] += 1
        self.right[key] += right
        self.verdicts.setdefault(key, Counter())[verdict] += 1
        if not right:
            self.wrong.append(f"{key}: {verdict} {url}")


def pages(most: int, seed: int) -> tuple[list[Family], list[str]]:
    """Families, every other one read by a template, and sentences to write sisters with."""
    found: list[Family] = []
    sentences: list[str] = []
    rows = [(name, row) for name in SETS if (folder := shared_data.find(name)) for row in shared_data.labels(folder)]
    random.Random(seed).shuffle(rows)
    for name, row in rows:
        folder = shared_data.need(name)
        if isinstance(row.get("text"), str) and len(sentences) < 2_000:
            lines = (re.sub(r'["\\\\<>&]', "", line).strip() for line in row["text"].split("\n"))
            sentences += [line for line in lines if 50 <= len(line) <= 300][:10]
        if len(found) < most:
            html = shared_data.page_bytes(folder, row["id"]).decode("utf-8", "replace")
            made = families.family(html, row.get("url") or "https://www.example.com/a", templated=len(found) % 2 == 0)
            found += [made] if made else []
    return found, sentences


def measure(found: list[Family], sentences: list[str], seed: int, week_pages: int) -> Score:
    score = Score()
    for number, origin in enumerate(found):
        rnd = random.Random(seed * 10_000 + number)
        sights = [families.sight(families.sister(origin, rnd, sentences), origin) for _ in range(LEARNT)]
        if any("title" not in one.fields or "content" not in one.fields for one in sights):
            continue
        baseline = learn(sights)
        _unchanged(score, baseline, origin, rnd, sentences)
        for field in ("title", "content"):
            _mutated(score, baseline, origin, field, families.sister(origin, rnd, sentences))
        _replaced(score, baseline, origin, families.sister(origin, rnd, sentences))
        if origin.template is not None and week_pages:
            score.weeks += 1
            score.false_weeks += _false_week(score, origin, rnd, sentences, week_pages)
    return score


def _false_week(score: Score, origin: Family, rnd: random.Random, sentences: list[str], pages: int) -> bool:
    """Whether the gate would have held a page of a week in which nothing changed."""

    def fresh() -> PageSight:
        sight = families.sight(families.sister(origin, rnd, sentences), origin)
        return PageSight({name: one for name, one in sight.fields.items() if name in ESSENTIAL}, sight.frame)

    known = [fresh() for _ in range(ENOUGH)]
    for _ in range(pages):
        sight = fresh()
        verdict = judge(learn(known), sight)
        word = word_of(verdict, decide(verdict).blocked, ESSENTIAL)
        if word in ("review", "missing"):
            score.wrong.append(f"held in a quiet week: {verdict.fields} {origin.url}")
            return True
        if len(known) < KEPT or word != Verdict.SAME:
            known = [*known, sight][-KEPT:]
    return False


def _unchanged(score: Score, baseline: Baseline, origin: Family, rnd: random.Random, sentences: list[str]) -> None:
    for _ in range(UNCHANGED):
        verdict = judge(baseline, families.sight(families.sister(origin, rnd, sentences), origin))
        score.unchanged += 1
        score.false += verdict.verdict is not Verdict.SAME
        score.false_blocks += verdict.verdict in (Verdict.REVIEW, Verdict.MISSING)
        if verdict.verdict is not Verdict.SAME:
            wrong = {name: one for name, one in verdict.fields.items() if one.verdict is not Verdict.SAME}
            score.wrong.append(f"unchanged: {wrong} {origin.url}")


def _mutated(score: Score, baseline: Baseline, origin: Family, field: str, fresh: HtmlElement) -> None:
    html = mutations.written(fresh)
    for mutation in mutations.LOCAL:
        tree = mutations.parsed(html)
        try:
            node = families.node_at(tree, origin.title if field == "title" else origin.content)
        except ValueError:
            continue
        if not mutation.change(tree, node):
            continue
        verdict = judge(baseline, families.sight(tree, origin)).fields[field].verdict
        score.note(mutation.name, field, verdict, verdict in mutation.right, origin.url)


def _replaced(score: Score, baseline: Baseline, origin: Family, fresh: HtmlElement) -> None:
    whole = dict(mutations.PAGES)
    html = mutations.written(fresh)
    tree = mutations.parsed(html)
    whole["soft 404"] = mutations.soft_404(html, families.node_at(tree, origin.content), tree)
    texts = [one.text or "" for one in families.node_at(fresh, origin.content).iterchildren("p")]
    paragraphs = [text for text in texts if len(text) > 40]
    whole["broken off"] = mutations.broken_off(html, _in_source(html, paragraphs[len(paragraphs) // 2]))
    for name, page in whole.items():
        verdict = judge(baseline, families.sight(page, origin)).verdict
        score.note(name, "page", verdict, verdict in (Verdict.REVIEW, Verdict.MISSING), origin.url)


def _in_source(html: str, words: str) -> str:
    """The longest run of these words without a character that is written as an entity."""
    return max((part for part in re.split(r"[&<>]", words)), key=len)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--families", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--week-pages", type=int, default=35, help="new pages of a source in a week; 0: weeks are not measured"
    )
    parser.add_argument("--wrong", type=int, default=0, help="how many wrong verdicts to show")
    asked = parser.parse_args()
    started = time.perf_counter()
    found, sentences = pages(asked.families, asked.seed)
    score = measure(found, sentences, asked.seed, asked.week_pages)
    for key in sorted(score.all):
        print(f"{key:<28} {score.right[key]:>4} of {score.all[key]:<4} {dict(score.verdicts[key])}")
    breaks = [key for key in score.all if key.partition(",")[0] in _BREAKS]
    recall = sum(score.right[key] for key in breaks) / max(1, sum(score.all[key] for key in breaks))
    false, blocks = score.false / max(1, score.unchanged), score.false_blocks / max(1, score.unchanged)
    print(
        f"recall of breaks {recall:.4f} (goal {RECALL}); false verdicts {false:.4f} a page (goal {FALSE}), of them blocks {blocks:.4f}"
    )
    week = score.false_weeks / max(1, score.weeks)
    print(
        f"false holds {week:.4f} a source-week of {asked.week_pages} pages, {score.weeks} source-weeks (goal {FALSE})"
    )
    print(f"{len(found)} families, {score.unchanged} unchanged pages, {time.perf_counter() - started:.0f} s")
    for line in score.wrong[: asked.wrong]:
        print(line)
    return 0 if recall >= RECALL and false <= FALSE and week <= FALSE else 1


_BREAKS = frozenset({one.name for one in mutations.LOCAL if one.blocks} | {*mutations.PAGES, "soft 404", "broken off"})

if __name__ == "__main__":
    sys.exit(main())
