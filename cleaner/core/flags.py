"""The closed vocabularies of cleaning: what a rule can find and what follows from it."""

from enum import StrEnum


class Severity(StrEnum):
    """What a flag asks for: nothing, a person's decision, or keeping the document out of every index."""

    CLEAN = "clean"
    REVIEW = "review"
    DROP = "drop"


class RejectReason(StrEnum):
    """Why no cleaned document could be made at all."""

    EMPTY_CONTENT = "empty_content"


class Flag(StrEnum):
    """One finding of one rule. The values are stored and indexed: they are added to, never renamed."""

    TITLE_MISSING = "title_missing"
    TITLE_TOO_SHORT = "title_too_short"
    TITLE_TOO_LONG = "title_too_long"
    TITLE_IS_SITE_NAME = "title_is_site_name"
    TITLE_IS_MENU_WORD = "title_is_menu_word"
    TITLE_IS_ERROR_PAGE = "title_is_error_page"
    TITLE_EQUALS_CONTENT = "title_equals_content"
    CONTENT_TOO_SHORT = "content_too_short"
    PUBLISH_TIME_MISSING = "publish_time_missing"
    PUBLISH_TIME_UNREADABLE = "publish_time_unreadable"
    PUBLISH_TIME_FUTURE = "publish_time_future"
    PUBLISH_TIME_TOO_OLD = "publish_time_too_old"
    ENCODING_DAMAGE = "encoding_damage"
    RESIDUE_REMOVED = "residue_removed"
    RESIDUE_HEAVY = "residue_heavy"
    MARKUP_RESIDUE = "markup_residue"
    LANGUAGE_UNDETERMINED = "language_undetermined"
    LANGUAGE_MISMATCH = "language_mismatch"
    LANGUAGE_NOT_ALLOWED = "language_not_allowed"
    LOW_HAN_SHARE = "low_han_share"
    SPECIAL_CHARACTERS = "special_characters"
    MANY_DIGITS = "many_digits"
    FEW_END_MARKS = "few_end_marks"
    MOSTLY_SHORT_LINES = "mostly_short_lines"
    MENU_LIKE = "menu_like"
    TRUNCATED = "truncated"
    REPEATED_LINES = "repeated_lines"
    REPEATED_PHRASES = "repeated_phrases"
    PROMOTION = "promotion"
    SENSITIVE_ID_CARD = "sensitive_id_card"
    SENSITIVE_SECRET = "sensitive_secret"  # noqa: S105 - the name of a finding
    SENSITIVE_BANK_CARD = "sensitive_bank_card"
    SENSITIVE_MOBILE = "sensitive_mobile"
    SENSITIVE_EMAIL = "sensitive_email"
    HASH_MISMATCH = "hash_mismatch"
    TAG_RULE_INVALID = "tag_rule_invalid"
    TAG_RULE_TIMEOUT = "tag_rule_timeout"
