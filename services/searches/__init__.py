"""Searches that people keep, for themselves or for everybody."""
