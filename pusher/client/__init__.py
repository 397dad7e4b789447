"""Pushing from a collector: every page is on disk before `put` returns, and is sent until ingest has answered for good."""

from pusher.client.outbox import Depth, Outbox, Receipt
from pusher.client.slots import open_outbox

__all__ = ["Depth", "Outbox", "Receipt", "open_outbox"]
