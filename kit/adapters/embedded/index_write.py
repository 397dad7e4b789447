"""Writing the embedded index: what is stored for a document, and how one row takes another's place."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from sqlite3 import Connection

import msgspec

from kit.adapters.search.check import LABELS, when
from kit.adapters.search.text import ANALYSIS, fold, tokens
from kit.contracts.stored import IndexDocument

_INSERT_ITEM = """INSERT INTO item (id, version, deleted, superseded, publish_at, collect_at, source_id, source_type, language, host,
    family, fingerprint, analysis) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_UPDATE_ITEM = """UPDATE item SET id = ?, version = ?, deleted = ?, superseded = ?, publish_at = ?, collect_at = ?, source_id = ?,
    source_type = ?, language = ?, host = ?, family = ?, fingerprint = ?, analysis = ? WHERE row = ?"""
_DELETE_WORDS = "INSERT INTO words (words, rowid, title, content, other) VALUES ('delete', ?, ?, ?, ?)"
_INSERT_WORDS = "INSERT INTO words (rowid, title, content, other) VALUES (?, ?, ?, ?)"
_ZLIB_LEVEL = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be written; `text` is its tokens (title, content, other)."""

    document: IndexDocument
    item: tuple[str | int, ...]
    body: bytes
    text: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Held:
    """What the index holds under an id."""

    row: int
    version: int
    deleted: bool
    analysis: str


def prepare(document: IndexDocument) -> Prepared:
    """Raises ValueError (also UnicodeEncodeError) for a document that cannot be stored."""
    if not document.id or not -(2**63) <= document.version < 2**63:
        raise ValueError("id must not be empty and version must fit into 64 bits")
    for value in (document.id, document.source_id, document.source_type, document.language, document.host):
        value.encode()
    body = zlib.compress(msgspec.json.encode(document), _ZLIB_LEVEL)
    return Prepared(document, _item(document), body, _text(document))


def decode(body: bytes) -> IndexDocument:
    return msgspec.json.decode(zlib.decompress(body), type=IndexDocument)


def find(connection: Connection, document_id: str) -> Held | None:
    row = connection.execute("SELECT row, version, deleted, analysis FROM item WHERE id = ?", (document_id,)).fetchone()
    return Held(row[0], row[1], bool(row[2]), row[3]) if row else None


def write(connection: Connection, new: Prepared, held: Held | None) -> None:
    """Puts the document in the place of what is held, which must be older."""
    old = _stored(connection, held)
    if held and old and _same_text(old, new):
        _update(connection, held, new)
        return
    if held:
        _remove(connection, held, old)
    _insert(connection, new)


def drop(connection: Connection, document_id: str) -> None:
    """Takes a document or tombstone out without a trace."""
    if held := find(connection, document_id):
        _remove(connection, held, _stored(connection, held))


def _stored(connection: Connection, held: Held | None) -> IndexDocument | None:
    if held is None or held.deleted:
        return None
    row = connection.execute("SELECT data FROM body WHERE row = ?", (held.row,)).fetchone()
    return decode(row[0]) if row else None


def _same_text(old: IndexDocument, new: Prepared) -> bool:
    document = new.document
    return not document.deleted and (old.title, old.content, old.authors, old.tags) == (
        document.title,
        document.content,
        document.authors,
        document.tags,
    )


def _update(connection: Connection, held: Held, new: Prepared) -> None:
    """Only values changed: the tokens, by far the dearest part, stay."""
    connection.execute(_UPDATE_ITEM, (*new.item[:-1], held.analysis, held.row))
    connection.execute("UPDATE body SET data = ? WHERE row = ?", (new.body, held.row))
    connection.execute("DELETE FROM label WHERE row = ?", (held.row,))
    _label(connection, held.row, new.document)


def _remove(connection: Connection, held: Held, old: IndexDocument | None) -> None:
    if old is not None and held.analysis == ANALYSIS:
        connection.execute(_DELETE_WORDS, (held.row, *_text(old)))
    connection.execute("DELETE FROM item WHERE row = ?", (held.row,))
    connection.execute("DELETE FROM body WHERE row = ?", (held.row,))
    connection.execute("DELETE FROM label WHERE row = ?", (held.row,))


def _insert(connection: Connection, new: Prepared) -> None:
    row = connection.execute(_INSERT_ITEM, new.item).lastrowid
    assert row is not None
    if new.document.deleted:
        return
    connection.execute("INSERT INTO body VALUES (?, ?)", (row, new.body))
    connection.execute(_INSERT_WORDS, (row, *new.text))
    _label(connection, row, new.document)


def _label(connection: Connection, row: int, document: IndexDocument) -> None:
    labels = {(kind, value, row) for kind in LABELS for value in getattr(document, kind)}
    connection.executemany("INSERT INTO label VALUES (?, ?, ?)", sorted(labels))


def _item(document: IndexDocument) -> tuple[str | int, ...]:
    return (
        document.id,
        document.version,
        int(document.deleted),
        int(bool(document.superseded_by)),
        when(document.publish_time),
        when(document.collect_time),
        document.source_id,
        document.source_type,
        document.language,
        document.host,
        document.group,
        document.fingerprint,
        ANALYSIS,
    )


def _text(document: IndexDocument) -> tuple[str, str, str]:
    other = "\n".join((*document.authors, *document.tags))
    return _stored_text(document.title), _stored_text(document.content), _stored_text(other)


def _stored_text(text: str) -> str:
    return " ".join(tokens(fold(text)))
