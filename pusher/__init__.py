"""The way from a collected page into the log: `pusher.client` (spool and retry) and `pusher.ingest` (the API)."""
