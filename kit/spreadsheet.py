"""Cells of CSV files that people open in spreadsheets."""

from __future__ import annotations

import re

# A cell that begins like this is run as a formula (OWASP, CSV injection).
FORMULA = ("=", "+", "-", "@", "\t", "\r")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def safe_cell(text: str) -> str:
    """The text, with one quote before what would be a formula and without control characters, which no spreadsheet takes."""
    text = _CONTROLS.sub("", text)
    return f"'{text}" if text.startswith(FORMULA) else text
