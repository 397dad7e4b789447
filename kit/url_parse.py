"""Web addresses taken apart and put together after the URL Standard (WHATWG), for http and https only.

Escapes are kept as they are found, so that a request asks for what the page named; `kit.urls.normalize` compares.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import idna

from kit.errors import InvalidInput

MAX_URL_CHARS: Final = 8192
DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_EDGES: Final = "".join(map(chr, range(0x21)))
_LINE_CHARS: Final = str.maketrans("", "", "\t\n\r")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]{0,30}):")
_FORBIDDEN_HOST: Final = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
_PATH_ESCAPED: Final = frozenset('"#<>?`{}^ |\\[]')
_QUERY_ESCAPED: Final = frozenset("\"#<>' ")
_FRAGMENT_ESCAPED: Final = frozenset('"<>` ')
_USER_ESCAPED: Final = frozenset('"#<>?`{}/:;=@[\\]^| ')


@dataclass(frozen=True, slots=True)
class Url:
    """`host` is ASCII (IPv6 in brackets); `port` is None for the scheme's own; `path` begins with `/`; `query` and `fragment` come without ? and #."""

    scheme: str
    host: str
    port: int | None
    path: str
    query: str | None = None
    fragment: str | None = None
    user: str = ""

    @property
    def authority(self) -> str:
        return self.host if self.port is None else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def target(self) -> str:
        """Path and query as they stand in a request line."""
        return self.path if self.query is None else f"{self.path}?{self.query}"

    def __str__(self) -> str:
        user = f"{self.user}@" if self.user else ""
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        return f"{self.scheme}://{user}{self.authority}{self.target}{fragment}"


def parse(text: str, base: Url | None = None, encoding: str = "utf-8") -> Url:
    """The address that `text` names, seen from `base`; raw characters of the query are written in `encoding`, the rest in UTF-8.

    Raises InvalidInput (field "url") when it is no http(s) address.
    """
    return _parse(text, base, encoding)


# The same few addresses are taken apart again and again on their way through a fetch.
@lru_cache(maxsize=4096)
def _parse(text: str, base: Url | None, encoding: str) -> Url:
    if len(text) > MAX_URL_CHARS:
        raise InvalidInput(f"address longer than {MAX_URL_CHARS} characters", field="url")
    text = text.strip(_EDGES).translate(_LINE_CHARS)
    match = _SCHEME.match(text)
    if match is None:
        if base is None:
            raise InvalidInput(f"not an absolute http(s) address: {text[:80]!r}", field="url")
        return _relative(text, base, encoding)
    scheme, rest = match[1].lower(), text[match.end() :]
    if scheme not in DEFAULT_PORTS:
        raise InvalidInput(f"only http and https are collected, not {scheme}:", field="url")
    if base is not None and scheme == base.scheme and rest[:1] not in ("/", "\\"):
        return _relative(rest, base, encoding)
    return _absolute(scheme, rest.lstrip("/\\"), encoding)


def parse_host(text: str) -> str:
    """A host as it goes into DNS or a socket: lower-case ASCII, IPv4 in four decimal parts, IPv6 compressed in brackets (URL Standard, host parsing).

    Raises InvalidInput.
    """
    if text.startswith("["):
        return _ipv6(text)
    name = _to_ascii(_percent_decoded(text))
    if not name or _FORBIDDEN_HOST.search(name):
        raise InvalidInput(f"not a host name: {text[:80]!r}", field="url")
    labels = name.rstrip(".").split(".")
    if _is_number(labels[-1]):
        return _ipv4(labels, text)
    if len(name) > 254 or any(not label or len(label) > 63 for label in labels):
        raise InvalidInput(f"not a host name: {text[:80]!r}", field="url")
    return name


def resolve_dots(path: str) -> str:
    """Removes `.` and `..` segments, also written `%2e`; surplus ones vanish (RFC 3986 5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for position, segment in enumerate(segments):
        plain = segment.lower().replace("%2e", ".")
        last = position == len(segments) - 1
        if plain == "..":
            del kept[-1:]
        elif plain != ".":
            kept.append(segment)
            continue
        if last:
            kept.append("")
    return "/" + "/".join(kept)


def _relative(text: str, base: Url, encoding: str) -> Url:
    if text[:1] in ("/", "\\") and text[1:2] in ("/", "\\"):
        return _absolute(base.scheme, text.lstrip("/\\"), encoding)
    path, query, fragment = _split(text, encoding)
    if not path:
        kept = base.query if query is None else query
        return replace(base, query=kept, fragment=fragment)
    if not path.startswith("/"):
        path = base.path.rsplit("/", 1)[0] + "/" + path
    return replace(base, path=resolve_dots(path), query=query, fragment=fragment)


def _absolute(scheme: str, rest: str, encoding: str) -> Url:
    end = min((rest.find(c) for c in "/\\?#" if c in rest), default=len(rest))
    user, _, address = rest[:end].rpartition("@")
    host, port = _host_port(address)
    path, query, fragment = _split(rest[end:], encoding)
    path = resolve_dots(path if path.startswith("/") else "/" + path)
    name, colon, password = user.partition(":")
    user = _escape(name, _USER_ESCAPED) + colon + _escape(password, _USER_ESCAPED)
    return Url(scheme, parse_host(host), None if port == DEFAULT_PORTS[scheme] else port, path, query, fragment, user)


def _host_port(address: str) -> tuple[str, int | None]:
    match = re.fullmatch(r"(\[[^\]]{0,100}\]|[^:\[\]]{0,1000})(?::([0-9]{0,10}))?", address)
    if match is None or not match[1]:
        raise InvalidInput(f"no host in the address: {address[:80]!r}", field="url")
    port = int(match[2]) if match[2] else None
    if port is not None and port > 65535:
        raise InvalidInput(f"no such port: {port}", field="url")
    return match[1], port


def _split(text: str, encoding: str) -> tuple[str, str | None, str | None]:
    head, hash_sign, fragment = text.partition("#")
    path, question, query = head.partition("?")
    return (
        _escape(path.replace("\\", "/"), _PATH_ESCAPED),
        _escape(query, _QUERY_ESCAPED, encoding) if question else None,
        _escape(fragment, _FRAGMENT_ESCAPED) if hash_sign else None,
    )


def _escape(text: str, escaped: frozenset[str], encoding: str = "utf-8") -> str:
    if text.isascii() and text.isprintable() and escaped.isdisjoint(text):
        return text
    return "".join(_escape_char(char, escaped, encoding) for char in text)


def _escape_char(char: str, escaped: frozenset[str], encoding: str) -> str:
    if "\x20" <= char <= "\x7e":
        return f"%{ord(char):02X}" if char in escaped else char
    if "\ud800" <= char <= "\udfff":
        char = "\ufffd"
    try:
        raw = char.encode(encoding)
    except UnicodeEncodeError:
        return f"%26%23{ord(char)}%3B"
    return "".join(chr(byte) if _stays(byte, escaped) else f"%{byte:02X}" for byte in raw)


def _stays(byte: int, escaped: frozenset[str]) -> bool:
    return 0x20 <= byte <= 0x7E and byte != 0x25 and chr(byte) not in escaped


def _percent_decoded(text: str) -> str:
    if "%" not in text:
        return text
    raw = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes((int(m[1], 16),)), text.encode("utf-8", "replace"))
    return raw.decode("utf-8", "replace")


def _to_ascii(host: str) -> str:
    if host.isascii():
        return host.lower()
    try:
        mapped = idna.uts46_remap(host, std3_rules=False, transitional=False)
    except (idna.IDNAError, UnicodeError) as error:
        raise InvalidInput(f"not a host name: {host[:80]!r}: {error}", field="url") from error
    if _FORBIDDEN_HOST.search(mapped):
        raise InvalidInput(f"host changes its structure when written in ASCII: {host[:80]!r}", field="url")
    return ".".join(map(_label_to_ascii, mapped.split(".")))


def _label_to_ascii(label: str) -> str:
    if label.isascii():
        return label
    try:
        return idna.alabel(label).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        # Registries sell names (emoji) that IDNA 2008 refuses; DNS holds them in Punycode all the same.
        return "xn--" + label.encode("punycode", "replace").decode("ascii")


def _is_number(label: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,300}|0[xX][0-9A-Fa-f]{0,300}", label))


def _ipv4(labels: list[str], text: str) -> str:
    try:
        parts = [_ipv4_part(label) for label in labels]
    except ValueError as error:
        raise InvalidInput(f"not an IPv4 address: {text[:80]!r}", field="url") from error
    too_large = any(part > 255 for part in parts[:-1]) or len(parts) > 4 or parts[-1] >= 256 ** (5 - len(parts))
    if too_large:
        raise InvalidInput(f"not an IPv4 address: {text[:80]!r}", field="url")
    value = parts[-1] + sum(part << (8 * (3 - place)) for place, part in enumerate(parts[:-1]))
    return str(ipaddress.IPv4Address(value))


def _ipv4_part(label: str) -> int:
    if label[:2] in ("0x", "0X"):
        return int(label[2:] or "0", 16)
    return int(label, 8 if label.startswith("0") and len(label) > 1 else 10)


def _ipv6(text: str) -> str:
    inner = text[1:-1]
    try:
        if "%" in inner:
            raise ValueError("zone")
        return f"[{ipaddress.IPv6Address(inner).compressed}]"
    except ValueError as error:
        raise InvalidInput(f"not an IPv6 address: {text[:80]!r}", field="url") from error
