"""TABLE: rows of a relational database."""

from collector.sources.model import Kind
from collector.sources.rows.discover import Pulled
from collector.sources.table.options import TableOptions

_PULLED = Pulled(TableOptions)
KIND = Kind("TABLE", "Database table", TableOptions, _PULLED.entry_requests, _PULLED.discover, rows="sql")
