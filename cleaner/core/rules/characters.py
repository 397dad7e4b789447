"""Rules about damaged, special and left-over characters."""

from cleaner.core.codepoints import Kind
from cleaner.core.flags import Flag, Severity
from cleaner.core.rules.base import Rule, share
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject


class EncodingDamage(Rule):
    """Replacement characters or text decoded with the wrong encoding: nobody can read it, and it cannot be mended."""

    flag = Flag.ENCODING_DAMAGE
    severity = Severity.DROP
    weight = 0.9

    def threshold(self, settings: RuleSettings) -> float:
        return settings.damage_max_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        seen = share(subject.broken, len(subject.content) + len(subject.title))
        return f"{subject.broken} characters, {seen:.3f}" if seen > settings.damage_max_share else None


class SpecialCharacters(Rule):
    """More punctuation and symbols than prose has."""

    flag = Flag.SPECIAL_CHARACTERS
    weight = 0.2

    def threshold(self, settings: RuleSettings) -> float:
        return settings.special_max_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        stream = subject.stream
        visible = stream.codes.size - stream.count(Kind.SPACE)
        seen = share(stream.count(Kind.SYMBOL, Kind.PUNCTUATION), visible)
        return f"{seen:.2f} of characters" if seen > settings.special_max_share else None


class ManyDigits(Rule):
    """Mostly figures: a table that lost its columns, a list of results."""

    flag = Flag.MANY_DIGITS
    weight = 0.1

    def threshold(self, settings: RuleSettings) -> float:
        return settings.digit_max_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        stream = subject.stream
        seen = share(stream.count(Kind.DIGIT), stream.codes.size - stream.count(Kind.SPACE))
        return f"{seen:.2f} of characters" if seen > settings.digit_max_share else None


class ResidueRemoved(Rule):
    """Some lines of script, style or data were taken out."""

    flag = Flag.RESIDUE_REMOVED
    severity = Severity.CLEAN
    weight = 0.02

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        return f"{subject.residue_lines} lines" if subject.residue_lines else None


class ResidueHeavy(Rule):
    """Most of what was extracted was no text: the extraction failed."""

    flag = Flag.RESIDUE_HEAVY
    weight = 0.4

    def threshold(self, settings: RuleSettings) -> float:
        return settings.residue_max_line_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        lines = len(subject.lines) + subject.residue_lines
        seen = share(subject.residue_lines, lines)
        return f"{subject.residue_lines} of {lines} lines" if seen > settings.residue_max_line_share else None


class MarkupResidue(Rule):
    """Tags are left in several lines of the text."""

    flag = Flag.MARKUP_RESIDUE
    weight = 0.15

    def threshold(self, settings: RuleSettings) -> float:
        return settings.markup_max_count

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        return f"{subject.markup_lines} lines" if subject.markup_lines > settings.markup_max_count else None
