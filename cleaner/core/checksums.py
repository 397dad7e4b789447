"""Check digits of identity and card numbers."""

from datetime import date
from typing import Final

_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS: Final = "10X98765432"
_PROVINCES: Final = frozenset(
    str(code)
    for codes in (
        range(11, 16),
        range(21, 24),
        range(31, 38),
        range(41, 47),
        range(50, 55),
        range(61, 66),
        (71, 81, 82),
    )
    for code in codes
)


def is_resident_id(number: str, latest: date) -> bool:
    """Whether 18 characters form a Chinese resident identity number (GB 11643-1999) of a person born by `latest`."""
    digits, check = number[:17], number[17].upper()
    if number[:2] not in _PROVINCES:
        return False
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    weighted = sum(int(digit) * weight for digit, weight in zip(digits, _WEIGHTS, strict=True))
    return date(1900, 1, 1) <= born <= latest and _CHECKS[weighted % 11] == check


def passes_luhn(number: str) -> bool:
    """Whether a string of digits passes the Luhn check (ISO/IEC 7812-1, annex B)."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
