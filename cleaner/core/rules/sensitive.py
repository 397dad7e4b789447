"""Rules about personal and secret data: where it stands, by kind; a question mark means only possible."""

from cleaner.core.flags import Flag
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject


class _SensitiveRule(Rule):
    weight = 0.1

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        places = [str(span) for span in subject.sensitive if span.flag is self.flag]
        return " ".join(places) or None


class SensitiveIdCard(_SensitiveRule):
    """Chinese resident identity numbers with a valid check digit."""

    flag = Flag.SENSITIVE_ID_CARD


class SensitiveSecret(_SensitiveRule):
    """Access keys and private keys of known shapes."""

    flag = Flag.SENSITIVE_SECRET


class SensitiveBankCard(_SensitiveRule):
    """Payment card numbers that pass the Luhn check."""

    flag = Flag.SENSITIVE_BANK_CARD


class SensitiveMobile(_SensitiveRule):
    """Chinese mobile numbers."""

    flag = Flag.SENSITIVE_MOBILE
    weight = 0.01


class SensitiveEmail(_SensitiveRule):
    """E-mail addresses."""

    flag = Flag.SENSITIVE_EMAIL
    weight = 0.01
