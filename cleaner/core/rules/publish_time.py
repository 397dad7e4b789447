"""Rules about the publication time; the verdict itself is in `cleaner.core.publish_time`."""

from cleaner.core.flags import Flag
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject


class _PublishTimeRule(Rule):
    weight = 0.1

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        return subject.publish.evidence if subject.publish.flag is self.flag else None


class PublishTimeMissing(_PublishTimeRule):
    """The page gave none."""

    flag = Flag.PUBLISH_TIME_MISSING
    weight = 0.05


class PublishTimeUnreadable(_PublishTimeRule):
    """Something was given that is no time."""

    flag = Flag.PUBLISH_TIME_UNREADABLE


class PublishTimeFuture(_PublishTimeRule):
    """Further ahead of the collection time than clocks and zones explain (hours)."""

    flag = Flag.PUBLISH_TIME_FUTURE

    def threshold(self, settings: RuleSettings) -> float:
        return settings.future_tolerance_hours


class PublishTimeTooOld(_PublishTimeRule):
    """Before the earliest year: a default value or a wrong field."""

    flag = Flag.PUBLISH_TIME_TOO_OLD

    def threshold(self, settings: RuleSettings) -> float:
        return settings.earliest_year
