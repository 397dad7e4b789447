import pickle
from collections.abc import Callable
from datetime import datetime
from hashlib import md5
from typing import Any

import pytest

from cleaner.core import Cleaned, Flag, RawDocument, Rejected, RejectReason, RuleSettings, Severity, clean

MakeRaw = Callable[..., RawDocument]


def test_a_good_document_is_clean_and_scores_one(make_raw: MakeRaw) -> None:
    outcome = clean(make_raw())
    assert isinstance(outcome, Cleaned)
    assert (outcome.severity, outcome.score, outcome.flags) == (Severity.CLEAN, 1.0, ())
    assert outcome.publish_time == "2024-05-01T09:30:00+08:00"
    assert outcome.language == "zh"


def test_the_content_hash_is_taken_after_cleaning(make_raw: MakeRaw, prose_zh: str) -> None:
    noisy = clean(make_raw(title=" 渡口新修环岛公路\n", content="阅读 123\n\n" + prose_zh + "\n责任编辑：王小明"))
    plain = clean(make_raw())
    assert isinstance(noisy, Cleaned)
    assert isinstance(plain, Cleaned)
    assert noisy.removed_lines == ("阅读 123", "责任编辑：王小明")
    assert noisy.signatures == plain.signatures
    assert plain.signatures.content_hash == md5(("渡口新修环岛公路" + prose_zh[:2000]).encode()).hexdigest()


@pytest.mark.parametrize(
    "content", ["", " \n\t\u3000", "\x00\x01", "责任编辑：王小明\n分享到： 微信", "var _hmt = _hmt || [];"]
)
def test_a_document_without_text_is_rejected_with_the_reason(make_raw: MakeRaw, content: str) -> None:
    outcome = clean(make_raw(content=content))
    assert isinstance(outcome, Rejected)
    assert outcome.reason is RejectReason.EMPTY_CONTENT
    assert outcome.detail


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "\ud800" * 10, "content": "\udfff渡\x00" * 400},
        {"content": "渡" * 3_000_000},
        {"content": "a b\n" * 500_000},
        {"content": "<div>" * 100_000 + "{" * 100_000},
        {"content": "".join(map(chr, range(0xD7F0, 0xE010))) * 50},
        {"content": "\U0010ffff\U000e0001😀" * 5_000},
        {"content": "e" + "\u0301" * 100_000},
        {"title": "t" * 1_000_000, "url": "\ud800", "site_name": "\x00", "tz": "\x00"},
        {"publish_time": "9" * 100_000},
        {"collect_time": datetime(2024, 5, 2)},
        {"collect_time": datetime.min},
        {"collect_time": datetime.max, "publish_time": "9999-12-31T23:59:59-23:59"},
        {"language": "\ud800", "source_language": "---", "retry_count": -1},
    ],
)
def test_no_input_values_raise(make_raw: MakeRaw, changed: dict[str, Any]) -> None:
    outcome = clean(make_raw(**changed))
    assert isinstance(outcome, Cleaned | Rejected)
    if isinstance(outcome, Cleaned):
        f"{outcome.title}{outcome.content}{outcome.removed_lines}{outcome.evidence}".encode()


def test_cleaning_is_deterministic_and_survives_pickling(make_raw: MakeRaw) -> None:
    outcome = clean(make_raw())
    assert clean(make_raw()) == outcome
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_cleaning_cleaned_content_again_changes_nothing(make_raw: MakeRaw, prose_zh: str) -> None:
    once = clean(make_raw(content="来源：示例网 阅读 12\n" + prose_zh + "\n下一篇：菜价稳中有降"))
    assert isinstance(once, Cleaned)
    again = clean(make_raw(content=once.content))
    assert isinstance(again, Cleaned)
    assert again.content == once.content
    assert again.signatures == once.signatures


def test_every_flag_has_evidence_and_lowers_the_score(make_raw: MakeRaw) -> None:
    outcome = clean(make_raw(title="首页", content="渡船来了。", publish_time=None))
    assert isinstance(outcome, Cleaned)
    assert set(outcome.evidence) == {flag.value for flag in outcome.flags}
    assert outcome.severity is Severity.REVIEW
    assert 0.0 < outcome.score < 0.5


def test_informational_flags_are_chosen_in_the_settings(make_raw: MakeRaw) -> None:
    settings = RuleSettings(informational=frozenset({Flag.PUBLISH_TIME_MISSING}))
    outcome = clean(make_raw(publish_time=None), settings)
    assert isinstance(outcome, Cleaned)
    assert outcome.flags == (Flag.PUBLISH_TIME_MISSING,)
    assert outcome.severity is Severity.CLEAN


def test_only_the_beginning_is_analysed_but_everything_is_kept(make_raw: MakeRaw, prose_zh: str) -> None:
    settings = RuleSettings(analysed_chars=len(prose_zh))
    outcome = clean(make_raw(content=prose_zh + "\n电话13812345678。"), settings)
    assert isinstance(outcome, Cleaned)
    assert outcome.content.endswith("电话13812345678。")
    assert Flag.SENSITIVE_MOBILE not in outcome.flags
