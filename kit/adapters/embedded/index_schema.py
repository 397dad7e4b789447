"""Tables of the embedded index; each index is a file of its own. `item` holds what is filtered and sorted by, `body` the document, `words` its tokens.

`words` is contentless FTS5: it stores no text, and a row can be taken out only by giving its tokens again. Row numbers are never used twice,
so that tokens which had to stay (made by another version of Unicode) cannot match a new document.
"""

from __future__ import annotations

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS item (
        row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, deleted INTEGER NOT NULL,
        superseded INTEGER NOT NULL, publish_at INTEGER NOT NULL, collect_at INTEGER NOT NULL, source_id TEXT NOT NULL,
        source_type TEXT NOT NULL, language TEXT NOT NULL, host TEXT NOT NULL, family TEXT NOT NULL, fingerprint TEXT NOT NULL,
        analysis TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS item_collected ON item (collect_at, id)",
    "CREATE INDEX IF NOT EXISTS item_published ON item (publish_at, id)",
    "CREATE INDEX IF NOT EXISTS item_source ON item (source_id, collect_at, id)",
    "CREATE INDEX IF NOT EXISTS item_family ON item (family)",
    "CREATE INDEX IF NOT EXISTS item_fingerprint ON item (fingerprint)",
    "CREATE TABLE IF NOT EXISTS body (row INTEGER PRIMARY KEY, data BLOB NOT NULL)",
    """CREATE TABLE IF NOT EXISTS label (
        kind TEXT NOT NULL, value TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (kind, value, row)) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS label_row ON label (row, kind)",
    "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(title, content, other, content='', tokenize='ascii')",
)
