from collections.abc import Callable
from datetime import date

import pytest

from cleaner.core import Cleaned, Flag, SensitivePolicy
from cleaner.core.masking import MASKED, mask_sensitive

TODAY = date(2024, 5, 2)
ID, MOBILE, MAIL, KEY = "11010519491231002X", "138-1234-5678", "li.lei@example.com", "AKIAABCDEFGHIJKLMNOP"
MASK, ALL = SensitivePolicy.MASK, SensitivePolicy.MASK_ALL


@pytest.mark.parametrize(
    ("text", "policy", "shown"),
    [
        (f"证件{ID}。", MASK, "证件****************2X。"),
        ("卡号 6222020200112230 ok", MASK, None),
        (f"key {KEY} end", MASK, f"key {'*' * 20} end"),
        (f"电话{MOBILE}。", MASK, f"电话{MOBILE}。"),
        (f"电话{MOBILE}。", ALL, "电话***-****-**78。"),
        (f"write to {MAIL}, please", ALL, "write to ******@example.com, please"),
        (f"write to {MAIL}, please", MASK, f"write to {MAIL}, please"),
        ("电话１３８１２３４５６７８。", ALL, "电话*********７８。"),
        ("ｌi.lei＠example.com", ALL, None),
        ("第13812345678901234号文件，共12页", ALL, "第13812345678901234号文件，共12页"),
        ("", ALL, ""),
    ],
)
def test_each_policy_masks_its_kinds_and_nothing_else(text: str, policy: SensitivePolicy, shown: str | None) -> None:
    masked = mask_sensitive(text, TODAY, policy)
    assert len(masked) == len(text)
    if shown is not None:
        assert masked == shown
    assert mask_sensitive(text, TODAY, SensitivePolicy.FLAG) == text


def test_the_body_of_a_private_key_is_masked_and_its_head_stays() -> None:
    text = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc+/=\n-----END RSA PRIVATE KEY-----\n他说"
    masked = mask_sensitive(text, TODAY, MASK)
    assert "MIIE" not in masked
    assert masked.startswith("-----BEGIN RSA PRIVATE KEY-----\n****************\n******\n")
    assert masked.endswith("他说")
    assert masked.count("\n") == text.count("\n")


def test_more_findings_than_are_reported_are_masked_in_any_number() -> None:
    text = "，".join(f"1381234{n:04d}" for n in range(1, 3000))
    assert not [part for part in mask_sensitive(text, TODAY, ALL).split("，") if not part.startswith("*********")]


def test_masking_twice_changes_nothing_more() -> None:
    text = f"{ID} {MOBILE} {MAIL} {KEY}"
    once = mask_sensitive(text, TODAY, ALL)
    assert mask_sensitive(once, TODAY, ALL) == once


def test_a_masked_document_is_flagged_and_holds_the_number_nowhere(
    cleaned: Callable[..., Cleaned], prose_zh: str
) -> None:
    content = f"{prose_zh}\n身份证号{ID}，手机{MOBILE}。\n责任编辑：{ID}"
    changed = {"content": content, "title": f"证件{ID}的下落"}
    plain, masked = cleaned(**changed), cleaned(**changed, sensitive=MASK)
    assert Flag.SENSITIVE_ID_CARD in plain.flags
    assert plain.flags == masked.flags
    assert ID in plain.content
    assert ID in plain.title
    assert any(ID in line for line in plain.removed_lines)
    assert ID not in repr(masked)
    assert MOBILE in masked.content
    assert MOBILE not in repr(cleaned(**changed, sensitive=ALL))
    assert plain.signatures.content_hash != masked.signatures.content_hash


def test_a_document_without_such_data_is_the_same_under_every_policy(cleaned: Callable[..., Cleaned]) -> None:
    assert len({repr(cleaned(sensitive=policy)) for policy in SensitivePolicy}) == 1


def test_every_sensitive_flag_is_masked_by_the_strictest_policy() -> None:
    assert MASKED[ALL] == {flag for flag in Flag if flag.value.startswith("sensitive_")}
