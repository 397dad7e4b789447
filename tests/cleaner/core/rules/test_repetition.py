from collections.abc import Callable

import numpy as np

from cleaner.core import Cleaned, Flag
from cleaner.core.rules.repetition import repeated_run_share

Clean = Callable[..., Cleaned]


def test_more_than_three_repeated_lines_in_ten_are_flagged(cleaned: Clean, prose_zh: str) -> None:
    lines = prose_zh.split("\n")
    assert Flag.REPEATED_LINES in cleaned(content="\n".join([*lines, *lines[:3]])).flags
    assert Flag.REPEATED_LINES not in cleaned(content="\n".join([*lines, *lines[:2]])).flags


def test_a_refrain_of_three_lines_is_too_little_to_judge(cleaned: Clean) -> None:
    assert Flag.REPEATED_LINES not in cleaned(content="渡船来了。\n渡船来了。\n渡船来了。").flags


def test_a_paragraph_pasted_three_times_repeats_phrases(cleaned: Clean, prose_zh: str) -> None:
    flat = prose_zh.replace("\n", "")
    assert Flag.REPEATED_PHRASES in cleaned(content=flat * 3).flags
    assert Flag.REPEATED_PHRASES not in cleaned(content=flat).flags


def test_share_of_repeated_runs_counts_every_repetition_once() -> None:
    tokens = np.array([1, 2, 3, 1, 2, 3], dtype=np.uint64)
    assert repeated_run_share(tokens, 3) == 0.25
    assert repeated_run_share(tokens, 6) == 0.0
    assert repeated_run_share(tokens[:0], 3) == 0.0
