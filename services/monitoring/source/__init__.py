"""Watches each source: does it succeed as often as it should."""
