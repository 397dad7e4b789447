"""The ingest API: validates what collectors push, writes it to the log once, and answers for each document."""

from pusher.ingest.api import create_app
from pusher.ingest.ports import IngestPorts
from pusher.ingest.run import run

__all__ = ["IngestPorts", "create_app", "run"]
