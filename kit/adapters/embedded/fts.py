"""A query as an FTS5 expression. Safe, because tokens hold letters and digits alone."""

from __future__ import annotations

from kit.adapters.search.query import Term, TextQuery


def match(query: TextQuery) -> str:
    """What must be there, empty when nothing must."""
    parts = []
    for whole, group in query.groups():
        words = " AND ".join([expression(term) for term in group])
        parts.append(f"({expression(Term((whole,)))} OR ({words}))" if whole else words)
    return " AND ".join(parts)


def exclude(query: TextQuery) -> str:
    return " OR ".join(expression(term) for term in query.unwanted)


def expression(term: Term) -> str:
    stored, begins = term.stored()
    return f'"{" ".join(stored)}"' + (" *" if begins else "")
