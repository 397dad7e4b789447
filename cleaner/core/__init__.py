"""Pure cleaning of documents: rules, tags, language, signatures and the comparison of signatures.

Nothing here reads a clock, a file of its own making or the environment: the same document gives the same result in
every process.
"""

from cleaner.core.duplicates import is_near_duplicate_text, near_duplicate, text_signatures
from cleaner.core.flags import Flag, RejectReason, Severity
from cleaner.core.model import (
    Cleaned,
    RawDocument,
    Rejected,
    Relation,
    SensitivePolicy,
    Signatures,
    TagField,
    TagKind,
    TagRule,
    Verdict,
)
from cleaner.core.pipeline import clean
from cleaner.core.rules import RULES, Rule
from cleaner.core.settings import DEFAULTS, RuleSettings
from cleaner.core.signatures import SIGNATURE_VERSION, content_hash
from cleaner.core.simhash import hamming
from cleaner.core.tags import tag_rule_problem

__all__ = [
    "DEFAULTS",
    "RULES",
    "SIGNATURE_VERSION",
    "Cleaned",
    "Flag",
    "RawDocument",
    "RejectReason",
    "Rejected",
    "Relation",
    "Rule",
    "RuleSettings",
    "SensitivePolicy",
    "Severity",
    "Signatures",
    "TagField",
    "TagKind",
    "TagRule",
    "Verdict",
    "clean",
    "content_hash",
    "hamming",
    "is_near_duplicate_text",
    "near_duplicate",
    "tag_rule_problem",
    "text_signatures",
]
