"""Web addresses: one normal form, one fingerprint per page, links resolved as browsers do (RFC 3986, URL Standard). Pure."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl, unquote

from kit.errors import InvalidInput
from kit.ids import md5_hex
from kit.url_parse import Url, parse, resolve_dots

_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PATH_PLAIN: Final = _UNRESERVED | frozenset("!$&'()*+,;=:@/")
_QUERY_PLAIN: Final = _PATH_PLAIN | frozenset("?")
_USER_PLAIN: Final = _UNRESERVED | frozenset("!$&'()*+,;=:")
_TOKEN: Final = re.compile(r"%([0-9A-Fa-f]{2})|(.)", re.DOTALL)
_TRACKER_PREFIXES: Final = ("utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_", "__hs", "_hs", "guce_")
# fmt: off
_TRACKERS: Final = frozenset((
    "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "fbclid", "fb_action_ids",
    "fb_action_types", "fb_source", "msclkid", "yclid", "ysclid", "twclid", "ttclid", "li_fat_id", "igshid", "igsh",
    "mc_cid", "mc_eid", "mkt_tok", "vero_id", "vero_conv", "oly_enc_id", "oly_anon_id", "_openstat", "wickedid",
    "srsltid", "rb_clickid", "epik", "_branch_match_id", "_ga", "_gl", "hsctatracking", "ml_subscriber",
    "ml_subscriber_hash", "spm", "wt_mc", "wt_zmc", "xtor", "at_medium", "at_campaign", "bd_vid", "qhclickid",
    "sogou_clickid",
))
# fmt: on
# What WHATWG encoders of a page's encoding are called in Python; anything else is looked up by its own name.
_QUERY_CODECS: Final = {
    "gb2312": "gbk",
    "x-gbk": "gbk",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "iso-8859-1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
}
_UTF_ONLY: Final = ("utf", "ucs")


def normalize(url: str, drop_tracking: bool = True) -> str:
    """One spelling for all equivalent spellings of an address (RFC 3986 6.2.2, 6.2.3); normalising again changes nothing.

    Lower-case scheme and ASCII host, no default port, no fragment, dot segments resolved, escapes only where needed, in upper case,
    query parameters in order of their names where that cannot matter. `drop_tracking` removes campaign parameters.
    Raises InvalidInput.
    """
    parts = parse(url)
    path = resolve_dots(_respell(parts.path, _PATH_PLAIN))
    query = _normal_query(parts.query or "", drop_tracking)
    user = _respell(parts.user, _USER_PLAIN)
    return str(replace(parts, host=parts.host.rstrip("."), path=path, query=query or None, fragment=None, user=user))


def fingerprint(url: str) -> str:
    """MD5 hex of the normal form: the identity of a page. Raises InvalidInput."""
    return md5_hex(normalize(url))


def same(a: str, b: str) -> bool:
    """Whether two spellings name one page. Raises InvalidInput."""
    return normalize(a) == normalize(b)


def join(base: str, href: str, page_encoding: str | None = None) -> str | None:
    """The absolute address of a link on the page `base`; None where the link leads to no http(s) address.

    Raw characters in the query are written in the page's encoding, elsewhere in UTF-8 (URL Standard). Raises InvalidInput for a bad base.
    """
    origin = parse(base)
    try:
        return str(parse(href, origin, _query_codec(page_encoding)))
    except InvalidInput:
        return None


def srcset(base: str, value: str) -> list[str]:
    """The image addresses of a srcset attribute in order, absolute (HTML Standard, parse a srcset attribute)."""
    found = (join(base, candidate) for candidate in _candidates(value))
    return [url for url in found if url is not None]


def request_target(url: str) -> str:
    """Path and query as sent in the request line: valid escapes stay as they are. Raises InvalidInput."""
    return parse(url).target


def request_params(url: str) -> dict[str, str]:
    """The query parameters that a server reads from the request for `url`; the last of equal names counts. Raises InvalidInput."""
    return dict(parse_qsl(parse(url).query or "", keep_blank_values=True))


def host(url: str) -> str:
    """The ASCII host, IPv6 in brackets, without a final dot. Raises InvalidInput."""
    return parse(url).host.rstrip(".")


def origin(url: str) -> str:
    """`scheme://host[:port]`. Raises InvalidInput."""
    return parse(url).origin


def is_front_page(url: str) -> bool:
    """Whether an address names a site's root. Raises InvalidInput."""
    parts: Url = parse(normalize(url))
    return parts.path == "/" and not parts.query


def _respell(text: str, plain: frozenset[str]) -> str:
    return _TOKEN.sub(lambda token: _respell_token(token, plain), text)


def _respell_token(token: re.Match[str], plain: frozenset[str]) -> str:
    if token[1]:
        char = chr(int(token[1], 16))
        return char if char in _UNRESERVED else f"%{token[1].upper()}"
    char = token[2]
    return char if char in plain else f"%{ord(char):02X}"


def _normal_query(query: str, drop_tracking: bool) -> str:
    pieces = [_respell(piece, _QUERY_PLAIN) for piece in query.split("&") if piece]
    if drop_tracking:
        pieces = [piece for piece in pieces if not _is_tracker(piece)]
    # A piece without "=" may be read by its position, so such a query keeps its order; sorting is stable for equal names.
    if all("=" in piece for piece in pieces):
        pieces.sort(key=_name)
    return "&".join(pieces)


def _name(piece: str) -> str:
    return piece.partition("=")[0]


def _is_tracker(piece: str) -> bool:
    name = unquote(_name(piece)).lower()
    return "=" in piece and (name in _TRACKERS or name.startswith(_TRACKER_PREFIXES))


def _query_codec(page_encoding: str | None) -> str:
    label = (page_encoding or "utf-8").strip().lower()
    name = _QUERY_CODECS.get(label, label)
    if name.startswith(_UTF_ONLY):
        return "utf-8"
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "utf-8"


def _candidates(value: str) -> list[str]:
    found: list[str] = []
    position, length = 0, len(value)
    while position < length:
        while position < length and (value[position].isspace() or value[position] == ","):
            position += 1
        end = position
        while end < length and not value[end].isspace():
            end += 1
        url = value[position:end]
        position = end if url.endswith(",") else _after_descriptors(value, end)
        if url.rstrip(","):
            found.append(url.rstrip(","))
    return found


def _after_descriptors(value: str, position: int) -> int:
    depth = 0
    while position < len(value):
        char = value[position]
        depth += (char == "(") - (char == ")" and depth > 0)
        position += 1
        if char == "," and depth == 0:
            break
    return position
