"""What the rules look at: one document after tidying, with everything measured once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cleaner.core.language import LanguageGuess
from cleaner.core.model import RawDocument
from cleaner.core.publish_time import PublishTime
from cleaner.core.sensitive import SensitiveSpan
from cleaner.core.tags import TagOutcome
from cleaner.core.tokens import TokenStream


@dataclass(frozen=True, slots=True)
class Subject:
    """A tidied document.

    lines: those of `content`; stream: tokens of the first `analysed_chars` of it; shingles: its distinct runs of tokens; broken: replaced characters and
    mojibake pairs in title and content; residue_lines / noise_lines: how many lines were taken out;
    last_noise: the last of the boilerplate lines.
    """

    raw: RawDocument
    title: str
    content: str
    lines: list[str]
    stream: TokenStream
    shingles: NDArray[np.uint32]
    language: LanguageGuess
    publish: PublishTime
    sensitive: tuple[SensitiveSpan, ...]
    tag_outcome: TagOutcome
    broken: int
    residue_lines: int
    noise_lines: int
    markup_lines: int
    last_noise: str = ""
