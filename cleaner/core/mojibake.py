"""Counting characters that only a wrong decoding produces."""

import re
from typing import Final

_PATTERN: Final = re.compile(
    r"锟斤拷|烫烫烫|屯屯屯|[\u00c2-\u00c5][\u0080-\u009f\u00a0-\u00bf]|\u00e2[\u20ac\u0080][\u0080-\u00ff\u0152-\u2122]?"
    r"|[\u00e3-\u00e9][\u0080-\u00bf\u0152-\u2122][\u0080-\u00bf\u0152-\u2122]|ï¿½|ï¼"
)
_CANDIDATE: Final = re.compile(r"[锟烫屯\u00c2-\u00c5\u00e2-\u00e9\u00ef]")


def count_mojibake(text: str) -> int:
    """Characters that belong to sequences left by reading UTF-8 or GBK as something else."""
    if text.isascii():
        return 0
    characters = after = 0
    for candidate in _CANDIDATE.finditer(text):
        if candidate.start() >= after and (found := _PATTERN.match(text, candidate.start())):
            after = found.end()
            characters += after - found.start()
    return characters
