"""The scheduler: one of several leads; it turns due sources into windows, and keeps ledger and queue in step."""
