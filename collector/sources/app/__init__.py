"""APP: the JSON interface of a client application."""

from collector.sources.app.discover import discover, entry_requests
from collector.sources.app.options import AppOptions
from collector.sources.app.signing import sign
from collector.sources.model import Kind

KIND = Kind("APP", "App interface (JSON)", AppOptions, entry_requests, discover, sign=sign)
