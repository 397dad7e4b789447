"""Rules about what a document says of itself."""

from cleaner.core.flags import Flag, Severity
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.signatures import content_hash
from cleaner.core.subject import Subject


class HashMismatch(Rule):
    """The hash that came with the document is not that of its title and content: something changed it on the way.

    What is stored goes by the hash of the cleaned text in any case.
    """

    flag = Flag.HASH_MISMATCH
    severity = Severity.CLEAN
    weight = 0.05

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        raw = subject.raw
        if raw.claimed_hash is None or raw.claimed_hash == content_hash(raw.title, raw.content):
            return None
        return f"{raw.claimed_hash} came, {content_hash(raw.title, raw.content)} is right"
