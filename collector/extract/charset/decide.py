"""Which encoding a body has: forced, BOM, valid UTF-8, then declared and detected weighed against each other."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from chardetng_py import EncodingDetector

from collector.extract.charset.codecs import decode_as
from collector.extract.charset.labels import encoding_for_label
from collector.extract.charset.prescan import declared_label, header_label, html_language
from collector.extract.charset.usual import reads_as
from collector.extract.model import Decoded

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
_MARKS = tuple(mark for mark, _ in _BOMS)
_SAMPLE = 400_000
_FEW_BYTES = 24
_ENOUGH_BYTES = 300
# A run as East Asian encodings make it: the second byte of a pair may look like ASCII.
_HIGH_RUN = re.compile(rb"(?:[\x80-\xff][\x30-\xff])+")
_HIGH = re.compile(rb"[\x80-\xff]+")
_TLD = {
    "zh": b"cn",
    "zh-tw": b"tw",
    "zh-hk": b"hk",
    "zh-hant": b"tw",
    "ja": b"jp",
    "ko": b"kr",
    "ru": b"ru",
    "uk": b"ua",
}
_TLD |= {
    "el": b"gr",
    "pl": b"pl",
    "cs": b"cz",
    "hu": b"hu",
    "tr": b"tr",
    "he": b"il",
    "ar": b"sa",
    "th": b"th",
    "bg": b"bg",
}
_TLD |= {"lt": b"lt", "lv": b"lv", "et": b"ee", "vi": b"vn", "ro": b"ro", "sk": b"sk", "sl": b"si", "hr": b"hr"}
_FAMILY = {"gb18030": "gbk", "utf-16be": "utf-16", "utf-16le": "utf-16"}
_LATIN = frozenset(
    [
        "windows-1250",
        "windows-1252",
        "windows-1254",
        "windows-1257",
        "windows-1258",
        "iso-8859-2",
        "iso-8859-3",
        "iso-8859-4",
        "iso-8859-10",
        "iso-8859-13",
        "iso-8859-14",
        "iso-8859-15",
        "iso-8859-16",
        "macintosh",
    ]
)
_MULTI = frozenset(["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"])
# ASCII bytes mean the same in all of these.
_ASCII_FIRST = _MULTI | {"utf-8", "windows-1252"}
_ODD = re.compile("[\ufffd\ue000-\uf8ff\x80-\x9f\x00-\x08\x0e-\x1a\x1c-\x1f]")
# A symbol between two letters is what a wrong Latin code page leaves of an accented letter ("s³owo" for "słowo").
_BROKEN_WORD = re.compile(r"[^\W\d_][¡-»×÷¼-¿][^\W\d_]")


class _Choice(NamedTuple):
    encoding: str
    source: str


class _Declared(NamedTuple):
    labelled: tuple[_Choice, ...]
    insisted: str | None
    labels: tuple[tuple[str, str], ...]


_UTF8 = _Choice("utf-8", "utf8")


def decode(
    body: bytes,
    content_type: str | None = None,
    *,
    forced: str | None = None,
    partial: bool = False,
    language: str | None = None,
) -> Decoded:
    """Decode a page body by the order BOM, forced label, UTF-8 validity, declared label against detection.

    ``content_type`` is the header value, ``forced`` the operator's charset (None or "AUTO" to detect), ``partial`` says that
    the body is the beginning of a longer one, ``language`` is a hint for short bodies (BCP 47). Labels follow the WHATWG
    Encoding Standard. The evidence "replaced" counts what did not decode; a U+FFFD that the page itself holds is none where
    all of it is as declared. Raises ValueError for a forced label that the standard does not know.
    """
    declared = _declared(content_type, declared_label(body), forced)
    choice, text = (None, "") if declared.insisted else _quickly(body, declared.labelled, language)
    replaced = 0
    if choice is None:
        choice = _choose(body, declared, partial, language or html_language(body))
        text = decode_as(_without_bom(body, choice), choice.encoding)
        text = text.rstrip("\ufffd") if partial else text
        replaced = text.count("\ufffd")
    return Decoded(text, choice.encoding, _evidence(choice, declared) | {"replaced": str(replaced)})


@lru_cache(maxsize=512)
def _declared(content_type: str | None, meta: str | None, forced: str | None) -> _Declared:
    header = header_label(content_type)
    labels = {name: label for name, label in (("header", header), ("meta", meta), ("forced", forced)) if label}
    return _Declared(_labelled(header, meta), _forced_encoding(forced), tuple(labels.items()))


def _quickly(body: bytes, labelled: tuple[_Choice, ...], language: str | None) -> tuple[_Choice | None, str]:
    """The answer for most pages, decoded once: strict UTF-8, or strictly the declared East Asian encoding where the text reads like
    its language, or a sample of the bytes is detected as that encoding. None: it takes a closer look."""
    if body.startswith(_MARKS):
        return None, ""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        return _as_declared(body, error.start, labelled, language)
    if not text.isascii():
        return _UTF8, text
    choice = _ascii_choice(body, labelled)
    plain = choice.encoding in _ASCII_FIRST and b"\x00" not in body
    return (choice, text) if plain else (None, "")


def _as_declared(
    body: bytes, start: int, labelled: tuple[_Choice, ...], language: str | None
) -> tuple[_Choice | None, str]:
    """``start`` is the index of the first byte that UTF-8 does not have there."""
    choice = labelled[0] if labelled else None
    if choice is None or choice.encoding not in _MULTI:
        return None, ""
    try:
        text = decode_as(body, choice.encoding, errors="strict")
    except UnicodeDecodeError:
        return None, ""
    alike = reads_as(text, start, choice.encoding) or _same(choice.encoding, _detect(_rich(body), language))
    return (choice, text) if alike else (None, "")


def _rich(body: bytes) -> bytes:
    """Runs of non-ASCII bytes from the beginning, as many as tell the encoding; detection takes a hundred times as long as decoding."""
    found, count = [], 0
    for run in _HIGH_RUN.finditer(body):
        found.append(run.group())
        count += len(found[-1])
        if count >= _ENOUGH_BYTES:
            break
    return b" ".join(found)


def _forced_encoding(forced: str | None) -> str | None:
    if forced is None or not forced.strip() or forced.strip().upper() == "AUTO":
        return None
    if encoding := encoding_for_label(forced):
        return encoding
    raise ValueError(f"charset {forced!r} is not a known label: use AUTO or a WHATWG label such as utf-8 or gb18030")


def _choose(body: bytes, declared: _Declared, partial: bool, language: str | None) -> _Choice:
    labelled, forced = declared.labelled, declared.insisted
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _Choice(encoding, "bom")
    utf8 = _multibyte_utf8(body, partial)
    if forced:
        return _Choice("utf-8", "utf8") if utf8 >= 3 and forced in _MULTI else _Choice(forced, "forced")
    if utf8:
        return _Choice("utf-8", "utf8")
    if wide := _wide_by_zeros(body):
        return _Choice(wide, "detected")
    if not _HIGH.search(body):
        return _ascii_choice(body, labelled)
    return _weigh(body, labelled, language)


def _labelled(header: str | None, meta: str | None) -> tuple[_Choice, ...]:
    """Known labels, the header's first. A UTF-16 label here was read from ASCII bytes and so means UTF-8."""
    found: list[_Choice] = []
    for label, source in ((header, "header"), (meta, "meta")):
        encoding = encoding_for_label(label) if label else None
        if encoding:
            found.append(_Choice("utf-8" if encoding.startswith("utf-16") else encoding, source))
    return tuple(found)


def _ascii_choice(body: bytes, labelled: tuple[_Choice, ...]) -> _Choice:
    if b"\x1b" in body and (b"\x1b$" in body or b"\x1b(" in body):
        return _Choice("iso-2022-jp", "detected")
    usable = [choice for choice in labelled if choice.encoding != "x-user-defined"]
    return usable[0] if usable else _Choice("utf-8", "default")


def _weigh(body: bytes, labelled: tuple[_Choice, ...], language: str | None) -> _Choice:
    sample = body[:_SAMPLE]
    detected = _detect(sample, language)
    if detected in _LATIN and decode_as(sample, detected) == decode_as(sample, "windows-1252"):
        detected = "windows-1252"
    for choice in labelled:
        if _same(choice.encoding, detected):
            return choice
    high = sum(len(run) for run in _HIGH.findall(sample))
    for choice in labelled:
        if _believable(sample, choice.encoding, detected, high):
            return choice
    return _Choice(detected, "detected")


def _same(left: str, right: str) -> bool:
    return _FAMILY.get(left, left) == _FAMILY.get(right, right)


def _believable(sample: bytes, label: str, detected: str, high: int) -> bool:
    """Whether a label stands against another detection: always cleanly, and then for few bytes or a look-alike."""
    if label == "x-user-defined":
        return False
    odd = _oddness(sample, label)
    if label in _MULTI and detected not in _MULTI and odd <= max(1, high // 20):
        return True
    if odd > 0:
        return False
    if high <= _FEW_BYTES:
        return label in _MULTI or detected not in _MULTI
    if label in _LATIN and detected in _LATIN:
        return _broken(sample, label) <= _broken(sample, detected)
    return False


def _oddness(sample: bytes, encoding: str) -> int:
    text = decode_as(sample, encoding)
    return len(_ODD.findall(text[:-2]))


def _broken(sample: bytes, encoding: str) -> int:
    return len(_BROKEN_WORD.findall(decode_as(sample, encoding)))


def _detect(sample: bytes, language: str | None) -> str:
    detector = EncodingDetector()
    detector.feed(sample, last=True)
    guess = detector.guess(tld=_tld(language), allow_utf8=True)
    return encoding_for_label(guess) or "windows-1252"


def _tld(language: str | None) -> bytes | None:
    tag = (language or "").lower().replace("_", "-")
    return _TLD.get(tag) or _TLD.get(tag.partition("-")[0])


def _multibyte_utf8(body: bytes, partial: bool) -> int:
    """The number of multi-byte UTF-8 sequences, 0 where the body is not UTF-8 but for stray bytes (at most 1 in 50)."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        tail = len(body) - error.start
        if tail <= 3 and (partial or error.reason == "unexpected end of data"):
            return _beyond_ascii(body[: error.start].decode("utf-8"))
        return _mostly_utf8(body)
    return _beyond_ascii(text)


def _beyond_ascii(text: str) -> int:
    return 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))


def _mostly_utf8(body: bytes) -> int:
    text = body.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = _beyond_ascii(text) - bad
    return good if good >= 50 * bad else 0


def _wide_by_zeros(body: bytes) -> str | None:
    """UTF-16 without BOM: nearly every second byte of the markup is zero."""
    head = body[:1000]
    if len(head) < 8:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd > 0.4 * half and even < 0.1 * half:
        return "utf-16le"
    return "utf-16be" if even > 0.4 * half and odd < 0.1 * half else None


def _without_bom(body: bytes, choice: _Choice) -> bytes:
    mark = next((mark for mark, encoding in _BOMS if encoding == choice.encoding and body.startswith(mark)), b"")
    return body[len(mark) :]


@lru_cache(maxsize=512)
def _evidence(choice: _Choice, declared: _Declared) -> dict[str, str]:
    found = {"source": choice.source} | dict(declared.labels)
    overruled = []
    for name, label in declared.labels:
        encoding = encoding_for_label(label)
        if encoding and not _same(encoding, choice.encoding):
            overruled.append(name)
    if overruled:
        found["overruled"] = ",".join(overruled)
    return found
