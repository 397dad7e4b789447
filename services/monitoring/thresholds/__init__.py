"""Thresholds of checks that people may change: for all, for a kind of source, for a source, for one field (requirement M8)."""
