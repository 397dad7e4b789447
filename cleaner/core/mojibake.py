"""Counting characters that only a wrong decoding produces."""

import re
from typing import Final

_PATTERN: Final = re.compile(
    r"锟斤拷|烫烫烫|屯屯屯|[\u00c2-\u00c5][\u0080-\u009f\u00a0-\u00bf]|\u00e2[\u20ac\u0080][\u0080-\u00ff\u0152-\u2122]?"
    r"|[\u00e3-\u00e9][\u0080-\u00bf\u0152-\u2122][\u0080-\u00bf\u0152-\u2122]|ï¿½|ï¼"
)
_HAS_CANDIDATE: Final = re.compile(r"[锟烫屯\u00c2-\u00c5\u00e2-\u00e9\u00ef]")


def count_mojibake(text: str) -> int:
    """Characters that belong to sequences left by reading UTF-8 or GBK as something else."""
    if text.isascii() or not _HAS_CANDIDATE.search(text):
        return 0
    return sum(len(found.group()) for found in _PATTERN.finditer(text))
