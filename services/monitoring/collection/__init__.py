"""Watches the collecting itself: lanes, dead letters, success, retries, latency."""
