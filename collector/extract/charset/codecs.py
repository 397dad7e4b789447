"""Decoders that answer as the WHATWG Encoding Standard asks, built on Python's codecs."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

from collector.extract.charset import big5 as _big5

_BIG5_HANDLER = _big5.HANDLER
_MULTI_BYTE = {
    "utf-8": "utf-8",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
}
_SINGLE_BYTE = {
    "ibm866": "cp866",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874",
    "iso-8859-8-i": "iso8859_8",
}
# GB 18030-2022 gives these code points proper characters; Python's table is the one of 2005.
_GB_2022 = dict(zip(range(0xE78D, 0xE797), "︐︒︑︓︔︕︖︗︘︙", strict=True)) | {0xE5E5: "\u3000", 0xE7C7: "ḿ"}
_GB_2022 |= {
    0xE81E: "龴",
    0xE826: "龵",
    0xE82B: "龶",
    0xE82C: "龷",
    0xE832: "龸",
    0xE843: "龹",
    0xE854: "龺",
    0xE864: "龻",
}
_GB_2022_CHARS = re.compile(f"[{chr(min(_GB_2022))}-{chr(max(_GB_2022))}]")
_ISO_2022_SWITCH = re.compile(rb"\x1b(\([BJI]|\$[@B])")
_EUC_JP_RUN = re.compile(rb"(?:[\xa1-\xfe][\xa1-\xfe])+")


def _euro_or_replacement(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    if error.object[error.start] == 0x80:
        return "€", error.start + 1
    return "\ufffd", error.end


codecs.register_error("catchment.gb18030", _euro_or_replacement)

# Beyond so many in one page the whole is decoded by the slower codec, which needs no handler.
_MOST_ASIDE = 64


def _beyond_gbk(error: UnicodeError) -> tuple[str, int]:
    """A sequence that GB 18030 has and Python's gbk codec has not; raises the error where neither has it or there are many.

    The codec passes the same error object for all of a text, which so carries their count.
    """
    assert isinstance(error, UnicodeDecodeError)
    seen = vars(error)
    seen["aside"] = seen.get("aside", 0) + 1
    if seen["aside"] > _MOST_ASIDE:
        raise error
    for width in (2, 4):
        try:
            char = error.object[error.start : error.start + width].decode("gb18030")
        except UnicodeDecodeError:
            continue
        return char.translate(_GB_2022), error.start + width
    raise error


codecs.register_error("catchment.gbk", _beyond_gbk)


def decode_as(body: bytes, encoding: str, *, errors: str = "replace") -> str:
    """Decode bytes by the standard's name of an encoding.

    Raises UnicodeDecodeError only where ``errors`` is "strict".
    """
    if encoding in ("gbk", "gb18030"):
        return _decode_gb18030(body, errors)
    if encoding == "big5":
        return body.decode("big5hkscs", _BIG5_HANDLER if errors == "replace" else errors)
    if encoding == "euc-jp":
        return _decode_euc_jp(body, errors)
    if encoding == "iso-2022-jp":
        return _decode_iso_2022_jp(body, errors)
    if codec := _MULTI_BYTE.get(encoding):
        return body.decode(codec, errors)
    return codecs.charmap_decode(body, errors, _table(encoding))[0]


def _decode_gb18030(body: bytes, errors: str) -> str:
    """Python's gbk codec gives for nearly every page what GB 18030-2022 gives, and none of the code points that changed."""
    try:
        return body.decode("gbk", "catchment.gbk")
    except UnicodeDecodeError:
        text = body.decode("gb18030", "catchment.gb18030" if errors == "replace" else errors)
    # Looking for them is far quicker than translating every page.
    return text.translate(_GB_2022) if _GB_2022_CHARS.search(text) else text


@lru_cache(maxsize=64)
def _table(encoding: str) -> str:
    """256 characters; where a windows code page leaves a C1 slot open the standard keeps the control character."""
    if encoding == "x-user-defined":
        return "".join(chr(byte if byte < 0x80 else 0xF700 + byte) for byte in range(256))
    codec = _SINGLE_BYTE.get(encoding, encoding)
    keeps_controls = encoding.startswith("windows-")
    return "".join(_slot(byte, codec, keeps_controls) for byte in range(256))


def _slot(byte: int, codec: str, keeps_controls: bool) -> str:
    try:
        return bytes([byte]).decode(codec)
    except UnicodeDecodeError:
        return chr(byte) if keeps_controls and byte < 0xA0 else "\ufffe"


def _decode_euc_jp(body: bytes, errors: str) -> str:
    """EUC-JP with the NEC and IBM rows of index jis0208, which Python has only in cp932."""
    parts: list[str] = []
    start = 0
    for run in _EUC_JP_RUN.finditer(body):
        if run.start() and body[run.start() - 1] in (0x8E, 0x8F):
            continue
        parts.append(body[start : run.start()].decode("euc_jp", errors))
        parts.append(_to_shift_jis(run.group()).decode("cp932", errors))
        start = run.end()
    parts.append(body[start:].decode("euc_jp", errors))
    return "".join(parts)


def _decode_iso_2022_jp(body: bytes, errors: str) -> str:
    """Segments between escape sequences: ASCII, half-width katakana or jis0208 pairs (with the NEC row)."""
    first, *rest = _ISO_2022_SWITCH.split(body)
    parts = [first.decode("ascii", errors)]
    for switch, segment in zip(rest[::2], rest[1::2], strict=True):
        if switch.startswith(b"$"):
            pairs, odd = segment[: len(segment) // 2 * 2], len(segment) % 2
            high = bytes(byte | 0x80 for byte in pairs)
            parts.append(_to_shift_jis(high).decode("cp932", errors) + "\ufffd" * odd)
        elif switch == b"(I":
            parts.append(bytes(byte | 0x80 for byte in segment).decode("cp932", errors))
        else:
            parts.append(segment.decode("ascii", errors))
    return "".join(parts)


def _to_shift_jis(pairs: bytes) -> bytes:
    """Move EUC pairs (row + 0xA0, cell + 0xA0) to the places Shift_JIS gives the same rows and cells."""
    moved = bytearray()
    for first, second in zip(pairs[::2], pairs[1::2], strict=True):
        row, cell = first - 0xA1, second - 0xA1
        lead = row // 2 + (0x81 if row < 62 else 0xC1)
        trail = cell + (0x9F if row % 2 else (0x40 if cell < 63 else 0x41))
        moved += bytes((lead, trail))
    return bytes(moved)
