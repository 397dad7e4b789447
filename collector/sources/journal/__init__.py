"""JOURNAL: tables of contents, or the records of a repository (OAI-PMH)."""

from collector.sources.journal.citation import complete
from collector.sources.journal.discover import discover, entry_requests
from collector.sources.journal.options import JournalOptions
from collector.sources.model import Kind

KIND = Kind("JOURNAL", "Journal (table of contents or OAI-PMH)", JournalOptions, entry_requests, discover, complete)
