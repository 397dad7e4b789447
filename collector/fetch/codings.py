"""Content codings undone with a limit on what comes out, so that no bomb unfolds (RFC 9110 8.4, RFC 1952, RFC 8878). Pure."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable
from typing import Final

import brotli  # type: ignore[import-untyped]
import zstandard

ACCEPTED: Final = "gzip, deflate, br, zstd"
MAX_CODINGS: Final = 3
_GZIP_MAGIC: Final = b"\x1f\x8b\x08"
_ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_ZSTD_WINDOW: Final = 8 * 1024 * 1024
_CHUNK: Final = 65536


class TooLarge(Exception):
    """More came out than allowed."""


class BadCoding(Exception):
    """The body is not what its content coding says."""


def undo(body: bytes, codings: Iterable[str], limit: int) -> bytes:
    """The body without the codings of its Content-Encoding headers, the last applied first. Unknown names count as identity.

    Raises TooLarge when more than `limit` bytes come out of any layer, BadCoding for a broken or too deeply wrapped body.
    """
    layers = [name.strip().lower() for value in codings for name in value.split(",")]
    decoders = [_DECODERS[name] for name in layers if name in _DECODERS]
    if len(decoders) > MAX_CODINGS:
        raise BadCoding(f"{len(decoders)} content codings")
    for decoder in reversed(decoders):
        body = decoder(body, limit) if body else body
    if len(body) > limit:
        raise TooLarge
    return body


def gunzip_file(body: bytes, limit: int) -> bytes:
    """A file that may itself be gzip (a sitemap.xml.gz), told by its magic number; other bodies as they are."""
    return _gunzip(body, limit)


def _gunzip(body: bytes, limit: int) -> bytes:
    """All members of a gzip file (RFC 1952 2.2). What is no gzip at all, although declared, is handed on as it is."""
    if not body.startswith(_GZIP_MAGIC):
        return body
    out = bytearray()
    while body.startswith(_GZIP_MAGIC):
        member = zlib.decompressobj(wbits=31)
        out += _inflate(member, body, limit - len(out))
        body = member.unused_data
    return bytes(out)


def _undeflate(body: bytes, limit: int) -> bytes:
    wrapped = len(body) > 1 and body[0] & 0x0F == 8 and (body[0] * 256 + body[1]) % 31 == 0
    return _inflate(zlib.decompressobj(wbits=15 if wrapped else -15), body, limit)


def _inflate(stream: zlib._Decompress, body: bytes, limit: int) -> bytes:
    try:
        out = stream.decompress(body, limit + 1)
        if len(out) > limit:
            raise TooLarge
        if not stream.eof and not _lacks_only_trailer(stream):
            raise BadCoding("compressed body ends early")
    except zlib.error as error:
        raise BadCoding(f"broken compressed body: {error}") from error
    return out


def _lacks_only_trailer(stream: zlib._Decompress) -> bool:
    # Some servers flush all data but never the checksum; zlib complains about a made-up one only when the data is complete.
    try:
        more = stream.copy().decompress(b"\xff" * 8, 1)
    except zlib.error as error:
        return "incorrect data check" in str(error)
    return not more and stream.eof


def _unbrotli(body: bytes, limit: int) -> bytes:
    stream = brotli.Decompressor()
    out = bytearray()
    try:
        out += stream.process(body, output_buffer_limit=_CHUNK)
        while not stream.is_finished():
            if len(out) > limit:
                raise TooLarge
            more = stream.process(b"", output_buffer_limit=_CHUNK)
            if not more and stream.can_accept_more_data():
                raise BadCoding("compressed body ends early")
            out += more
    except brotli.error as error:
        raise BadCoding(f"broken compressed body: {error}") from error
    return bytes(out)


def _unzstd(body: bytes, limit: int) -> bytes:
    if not body.startswith(_ZSTD_MAGIC):
        return body
    out = bytearray()
    try:
        reader = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).stream_reader(
            io.BytesIO(body), read_across_frames=True
        )
        while chunk := reader.read(_CHUNK):
            out += chunk
            if len(out) > limit:
                raise TooLarge
    except zstandard.ZstdError as error:
        raise BadCoding(f"broken compressed body: {error}") from error
    return bytes(out)


_DECODERS: Final[dict[str, Callable[[bytes, int], bytes]]] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _undeflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
