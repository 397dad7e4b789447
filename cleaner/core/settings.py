"""Every threshold of the cleaning rules in one frozen value."""

from dataclasses import dataclass

from cleaner.core.flags import Flag

INFORMATIONAL = frozenset(
    {
        Flag.PUBLISH_TIME_MISSING,
        Flag.SENSITIVE_MOBILE,
        Flag.SENSITIVE_EMAIL,
        Flag.RESIDUE_REMOVED,
        Flag.LANGUAGE_UNDETERMINED,
    }
)


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Thresholds of all rules; shares are 0..1 of characters or lines as the name says.

    `informational` flags are reported but ask for no review. `allowed_languages` empty means every language;
    codes are ISO 639-1. `analysed_chars` bounds the work spent on one document: longer content is kept whole,
    the statistics and signatures look at its beginning.
    """

    title_min_chars: int = 5
    title_max_chars: int = 200
    content_min_chars: int = 100
    content_min_words: int = 50
    future_tolerance_hours: float = 1.0
    retry_future_tolerance_hours: float = 24.0
    earliest_year: int = 2000
    damage_max_share: float = 0.01
    residue_max_line_share: float = 0.3
    markup_max_count: int = 3
    han_min_share: float = 0.3
    special_max_share: float = 0.35
    digit_max_share: float = 0.3
    menu_max_share: float = 0.5
    menu_min_words: int = 6
    truncated_max_chars: int = 1_000
    end_mark_min_share: float = 0.12
    end_mark_min_lines: int = 4
    short_line_max_chars: int = 30
    short_line_max_share: float = 0.9
    short_line_min_lines: int = 8
    repeated_line_max_share: float = 0.3
    repeated_phrase_max_share: float = 0.4
    repeated_min_tokens: int = 60
    promotion_max_per_1000: float = 6.0
    promotion_min_hits: int = 3
    language_min_letters: int = 200
    allowed_languages: frozenset[str] = frozenset()
    informational: frozenset[Flag] = INFORMATIONAL
    analysed_chars: int = 200_000
    tag_regex_seconds: float = 0.2


DEFAULTS = RuleSettings()
