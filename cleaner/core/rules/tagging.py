"""Rules that report tag rules of the source which could not be applied."""

from cleaner.core.flags import Flag, Severity
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject


class TagRuleInvalid(Rule):
    """A tag rule has an empty or broken pattern."""

    flag = Flag.TAG_RULE_INVALID
    severity = Severity.CLEAN
    weight = 0.0

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        return ", ".join(subject.tag_outcome.invalid) or None


class TagRuleTimeout(Rule):
    """A tag rule's regular expression ran too long (seconds)."""

    flag = Flag.TAG_RULE_TIMEOUT
    severity = Severity.CLEAN
    weight = 0.0

    def threshold(self, settings: RuleSettings) -> float:
        return settings.tag_regex_seconds

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        return ", ".join(subject.tag_outcome.timed_out) or None
