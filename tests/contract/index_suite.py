"""What every SearchIndex promises."""

from __future__ import annotations

from tests.contract.index_results import IndexResults
from tests.contract.index_words import IndexWords
from tests.contract.index_writing import IndexWriting


class IndexContract(IndexWriting, IndexWords, IndexResults):
    """Subclasses give `index`, empty."""
