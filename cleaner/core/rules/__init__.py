"""The registry: every rule, in the order in which flags are reported."""

from typing import Final

from cleaner.core.rules.base import Rule
from cleaner.core.rules.characters import (
    EncodingDamage,
    ManyDigits,
    MarkupResidue,
    ResidueHeavy,
    ResidueRemoved,
    SpecialCharacters,
)
from cleaner.core.rules.content import ContentTooShort, FewEndMarks, LowHanShare, MostlyShortLines
from cleaner.core.rules.extent import MenuLike, Truncated
from cleaner.core.rules.identity import HashMismatch
from cleaner.core.rules.language import LanguageMismatch, LanguageNotAllowed, LanguageUndetermined
from cleaner.core.rules.promotion import Promotion
from cleaner.core.rules.publish_time import (
    PublishTimeFuture,
    PublishTimeMissing,
    PublishTimeTooOld,
    PublishTimeUnreadable,
)
from cleaner.core.rules.repetition import RepeatedLines, RepeatedPhrases
from cleaner.core.rules.sensitive import (
    SensitiveBankCard,
    SensitiveEmail,
    SensitiveIdCard,
    SensitiveMobile,
    SensitiveSecret,
)
from cleaner.core.rules.tagging import TagRuleInvalid, TagRuleTimeout
from cleaner.core.rules.title import (
    TitleEqualsContent,
    TitleIsErrorPage,
    TitleIsMenuWord,
    TitleIsSiteName,
    TitleMissing,
    TitleTooLong,
    TitleTooShort,
)

RULES: Final[tuple[Rule, ...]] = (
    TitleMissing(),
    TitleTooShort(),
    TitleTooLong(),
    TitleIsSiteName(),
    TitleIsMenuWord(),
    TitleIsErrorPage(),
    TitleEqualsContent(),
    ContentTooShort(),
    PublishTimeMissing(),
    PublishTimeUnreadable(),
    PublishTimeFuture(),
    PublishTimeTooOld(),
    EncodingDamage(),
    ResidueRemoved(),
    ResidueHeavy(),
    MarkupResidue(),
    LanguageUndetermined(),
    LanguageMismatch(),
    LanguageNotAllowed(),
    LowHanShare(),
    SpecialCharacters(),
    ManyDigits(),
    FewEndMarks(),
    MostlyShortLines(),
    MenuLike(),
    Truncated(),
    RepeatedLines(),
    RepeatedPhrases(),
    Promotion(),
    SensitiveIdCard(),
    SensitiveSecret(),
    SensitiveBankCard(),
    SensitiveMobile(),
    SensitiveEmail(),
    HashMismatch(),
    TagRuleInvalid(),
    TagRuleTimeout(),
)

__all__ = ["RULES", "Rule"]
