from collections.abc import Callable

from cleaner.core import Cleaned, Flag, Severity

Clean = Callable[..., Cleaned]


def test_one_replacement_character_in_a_long_text_is_tolerated(cleaned: Clean, prose_zh: str) -> None:
    assert Flag.ENCODING_DAMAGE not in cleaned(content=prose_zh + "\ufffd").flags


def test_more_than_one_per_cent_of_replacement_characters_drops(cleaned: Clean, prose_zh: str) -> None:
    outcome = cleaned(content=prose_zh + "\ufffd" * 4)
    assert Flag.ENCODING_DAMAGE in outcome.flags
    assert outcome.severity is Severity.DROP


def test_utf8_read_as_windows_1252_is_damage(cleaned: Clean, prose_en: str) -> None:
    damaged = prose_en.replace(" the ", " â€œtheâ€\x9d ")
    assert Flag.ENCODING_DAMAGE in cleaned(content=damaged).flags


def test_french_accents_are_no_damage(cleaned: Clean) -> None:
    text = (
        "L’été dernier, les élèves ont créé une forêt près de l’école où la rivière naît et disparaît à nouveau. " * 4
    )
    assert Flag.ENCODING_DAMAGE not in cleaned(content=text).flags


def test_a_text_of_symbols_has_too_many_special_characters(cleaned: Clean, prose_zh: str) -> None:
    assert Flag.SPECIAL_CHARACTERS in cleaned(content="★☆◆渡※→口■△船" * 20).flags
    assert Flag.SPECIAL_CHARACTERS not in cleaned(content=prose_zh + "★☆◆※→■△").flags


def test_a_line_of_script_is_removed_and_only_noted(cleaned: Clean, prose_zh: str) -> None:
    script = "var _hmt = _hmt || []; (function(){ var hm = document.createElement('script'); })();"
    outcome = cleaned(content=f"{prose_zh}\n{script}")
    assert outcome.removed_lines == (script,)
    assert outcome.flags == (Flag.RESIDUE_REMOVED,)
    assert outcome.severity is Severity.CLEAN


def test_mostly_script_with_hardly_any_text_is_dropped(cleaned: Clean) -> None:
    script = "window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);}"
    outcome = cleaned(content=f"渡口新修了一条环岛公路。\n{script}\n{script}")
    assert {Flag.RESIDUE_HEAVY, Flag.CONTENT_TOO_SHORT} <= set(outcome.flags)
    assert outcome.severity is Severity.DROP


def test_script_beside_a_full_text_asks_for_review(cleaned: Clean, prose_zh: str) -> None:
    script = "window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);}"
    outcome = cleaned(content="\n".join([prose_zh, *[script] * 4]))
    assert Flag.RESIDUE_HEAVY in outcome.flags
    assert outcome.severity is Severity.REVIEW


def test_tags_in_more_than_three_lines_of_text_are_flagged(cleaned: Clean, prose_zh: str) -> None:
    lines = prose_zh.split("\n")
    for count, fires in ((3, False), (4, True)):
        marked = [line + "<br />" if place < count else line for place, line in enumerate(lines)]
        assert (Flag.MARKUP_RESIDUE in cleaned(content="\n".join(marked)).flags) is fires
