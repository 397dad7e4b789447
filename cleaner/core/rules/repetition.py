"""Rules about text that says the same thing over and over."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cleaner.core.flags import Flag
from cleaner.core.hashing import mix64
from cleaner.core.rules.base import Rule, share
from cleaner.core.settings import RuleSettings
from cleaner.core.signatures import is_ideographic
from cleaner.core.subject import Subject

_IDEOGRAPHIC_RUN: Final = 13
_WORD_RUN: Final = 7
_STEP: Final = np.uint64(0xC2B2AE3D27D4EB4F)
_MIN_LINES: Final = 4


class RepeatedLines(Rule):
    """Many lines occur more than once."""

    flag = Flag.REPEATED_LINES
    weight = 0.2

    def threshold(self, settings: RuleSettings) -> float:
        return settings.repeated_line_max_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        lines = subject.lines
        if len(lines) < _MIN_LINES:
            return None
        repeated = len(lines) - len(set(lines))
        seen = share(repeated, len(lines))
        return f"{repeated} of {len(lines)} lines" if seen > settings.repeated_line_max_share else None


def repeated_run_share(tokens: NDArray[np.uint64], size: int) -> float:
    """Share (0..1) of runs of `size` tokens that are repetitions of an earlier run."""
    count = tokens.size - size + 1
    if count < 2:
        return 0.0
    rolled = tokens[:count].copy()
    for step in range(1, size):
        rolled *= _STEP
        rolled += tokens[step : step + count]
    ordered = np.sort(mix64(rolled))
    return float(np.count_nonzero(ordered[1:] == ordered[:-1])) / count


class RepeatedPhrases(Rule):
    """Runs of 13 ideographs (7 words) come again and again."""

    flag = Flag.REPEATED_PHRASES
    weight = 0.2

    def threshold(self, settings: RuleSettings) -> float:
        return settings.repeated_phrase_max_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        tokens = subject.stream.tokens
        if tokens.size < settings.repeated_min_tokens:
            return None
        size = _IDEOGRAPHIC_RUN if is_ideographic(subject.stream) else _WORD_RUN
        # A run that comes again begins with a shingle that comes again: few of these, and there is nothing to count.
        repeated = tokens.size - subject.shingles.size
        if repeated <= settings.repeated_phrase_max_share * (tokens.size - size + 1):
            return None
        seen = repeated_run_share(tokens, size)
        return f"{seen:.2f} of runs of {size} tokens" if seen > settings.repeated_phrase_max_share else None
