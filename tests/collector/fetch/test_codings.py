"""Content codings: what is undone, what is tolerated, what is refused."""

from __future__ import annotations

import gzip
import zlib

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard

from collector.fetch import codings

TEXT = b"<p>" + b"word " * 400 + b"</p>"
LIMIT = 1_000_000


def raw_deflate(body: bytes) -> bytes:
    return zlib.compress(body)[2:-4]


@pytest.mark.parametrize(
    ("names", "body"),
    [
        (["gzip"], gzip.compress(TEXT)),
        (["X-GZIP"], gzip.compress(TEXT)),
        (["gzip"], gzip.compress(TEXT[:100]) + gzip.compress(TEXT[100:]) + b"\0\0padding"),
        (["gzip"], gzip.compress(TEXT)[:-8]),
        (["deflate"], zlib.compress(TEXT)),
        (["deflate"], raw_deflate(TEXT)),
        (["br"], brotli.compress(TEXT)),
        (["zstd"], zstandard.compress(TEXT) + zstandard.compress(b"")),
        (["gzip, br"], brotli.compress(gzip.compress(TEXT))),
        (["gzip", "br"], brotli.compress(gzip.compress(TEXT))),
        (["identity", "utf-8", ""], TEXT),
        (["gzip"], TEXT),
        (["zstd"], TEXT),
    ],
)
def test_the_page_comes_out(names: list[str], body: bytes) -> None:
    assert codings.undo(body, names, LIMIT) == TEXT


@pytest.mark.parametrize(
    ("names", "body"),
    [
        (["gzip"], gzip.compress(TEXT)[:25]),
        (["gzip"], gzip.compress(TEXT)[:20] + b"\xff" * 40),
        (["deflate"], b"\x78\x9cnonsense"),
        (["br"], brotli.compress(TEXT)[:-10]),
        (["br"], b"no brotli at all"),
        (["zstd"], zstandard.compress(TEXT)[:10] + b"\xff" * 20),
        (["gzip"] * 4, gzip.compress(TEXT)),
    ],
)
def test_a_broken_body_is_refused(names: list[str], body: bytes) -> None:
    with pytest.raises(codings.BadCoding):
        codings.undo(body, names, LIMIT)


def test_the_limit_holds_in_every_layer_and_for_plain_bodies() -> None:
    inner = gzip.compress(b"0" * 500_000)
    for names, body in ((["gzip", "gzip"], gzip.compress(inner)), (["gzip"], inner), ([], b"0" * 101)):
        with pytest.raises(codings.TooLarge):
            codings.undo(body, names, 100)


def test_the_limit_itself_is_allowed() -> None:
    assert len(codings.undo(gzip.compress(b"0" * 100), ["gzip"], 100)) == 100
    assert len(codings.undo(brotli.compress(b"0" * 100), ["br"], 100)) == 100


def test_a_file_that_is_gzip_itself_is_told_by_its_magic_number() -> None:
    assert codings.gunzip_file(gzip.compress(TEXT), LIMIT) == TEXT
    assert codings.gunzip_file(TEXT, LIMIT) == TEXT
