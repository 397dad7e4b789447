import json
import os
from pathlib import Path

import pytest

from cleaner.core import Relation, is_near_duplicate_text, near_duplicate, text_signatures

SHARED = Path(os.environ.get("CATCHMENT_SHARED") or Path(__file__).resolve().parents[4] / "shared")
CASES = SHARED / "cases" / "cases.jsonl"


def _cases() -> list[dict[str, object]]:
    if not CASES.exists():
        return []
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [case for case in cases if case["area"] == "dedupe" and "near_duplicate" in case["expected"]]


def test_the_cases_from_public_bug_reports_are_answered() -> None:
    cases = _cases()
    if not cases:
        assert os.environ.get("CI") != "true", f"{CASES} is missing"
        pytest.skip("the shared cases are not here")
    wrong = [
        case["id"]
        for case in cases
        if is_near_duplicate_text(case["input"]["a"], case["input"]["b"]) is not case["expected"]["near_duplicate"]  # type: ignore[index]
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("", "", True),
        ("", "渡", False),
        ("？？？", "！！！", False),
        ("★★", "★★", True),
        ("好👍", "好👎", False),
        ("渡口", "渡口人", False),
        ("渡口，通航", "渡口,通航", True),
        ("Tide tables", "TIDE  TABLES", True),
        ("今日气温12度", "今日气温13度", False),
    ],
)
def test_tiny_texts_are_compared_exactly_after_folding(a: str, b: str, same: bool) -> None:
    assert is_near_duplicate_text(a, b) is same


def test_unrelated_texts_are_different(prose_zh: str, prose_en: str) -> None:
    lines = prose_zh.split("\n")
    assert not is_near_duplicate_text(prose_zh, prose_en)
    assert not is_near_duplicate_text("".join(lines[:2]), "".join(lines[2:]))


def test_an_edited_text_is_a_near_duplicate(prose_zh: str, prose_en: str) -> None:
    assert is_near_duplicate_text(prose_zh, prose_zh.replace("柚子", "橘子"))
    assert is_near_duplicate_text(prose_en, prose_en.replace("oranges", "lemons"))


def test_boilerplate_around_a_text_leaves_it_exactly_the_same(prose_zh: str) -> None:
    reposted = "2024-05-01 09:30 来源：示例网\n" + prose_zh + "\n责任编辑：王小明\n分享到： 微信 微博"
    verdict = near_duplicate(text_signatures(prose_zh), text_signatures(reposted))
    assert verdict.relation is Relation.EXACT


def test_traditional_and_simplified_characters_are_the_same_text(prose_zh: str) -> None:
    traditional = prose_zh.translate(str.maketrans("码头刚阵运驾驶对货单岸镇条环岛", "碼頭剛陣運駕駛對貨單岸鎮條環島"))
    assert traditional != prose_zh
    assert near_duplicate(text_signatures(prose_zh), text_signatures(traditional)).relation is Relation.EXACT


def _chapters(count: int) -> list[str]:
    return [
        f"{a}在{b}的{c}边等了很久，{d}却始终没有出现，只听见{e}的声音从{f}那头传来。"
        for a, b, c, d, e, f in zip(
            *(
                ["".join(chr(0x4E10 + (17 * n + 131 * k) % 6000) for k in range(n % 3, 4)) for n in range(s, s + count)]
                for s in (0, 97, 211, 307, 401, 503)
            ),
            strict=True,
        )
    ]


def test_an_excerpt_is_contained_in_the_longer_text() -> None:
    chapters = _chapters(40)
    whole, half = text_signatures("\n".join(chapters)), text_signatures("\n".join(chapters[:18]))
    verdict = near_duplicate(whole, half)
    assert verdict.relation is Relation.CONTAINS
    assert verdict.containment > 0.72
    assert 0.3 < verdict.jaccard < 0.6
    assert set(whole.bands) & set(half.bands)


def test_two_reports_from_one_template_with_other_numbers_are_different() -> None:
    def report(day: int) -> str:
        return "\n".join(
            f"Shares of company {n} closed at {day * 7 + n * 13}.{n}5 on volume of {day * 911 + n * 37} after a quiet session in the {word} sector."
            for n, word in enumerate(("steel", "ferry", "fruit", "paper", "glass", "cotton", "timber"), start=1)
        )

    verdict = near_duplicate(text_signatures(report(11)), text_signatures(report(29)))
    assert verdict.relation is Relation.DIFFERENT


def test_the_verdict_does_not_depend_on_the_order(prose_zh: str) -> None:
    texts = [text_signatures(text) for text in (prose_zh, prose_zh[:120], prose_zh * 2, "渡口", *_chapters(3))]
    for a in texts:
        for b in texts:
            assert near_duplicate(a, b) == near_duplicate(b, a)


def test_texts_that_agree_on_two_thousand_characters_are_judged_by_the_rest() -> None:
    chapters = _chapters(120)
    head = "\n".join(chapters[:50])
    a, b = (text_signatures(head + "\n" + "\n".join(part)) for part in (chapters[50:85], chapters[85:]))
    assert len(head) < 2_000 or a.content_hash == b.content_hash
    assert near_duplicate(a, b).relation is not Relation.EXACT
