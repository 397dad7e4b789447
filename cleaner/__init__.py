"""Cleaning of collected documents: pure rules in `cleaner.core`, the processes that apply them beside it."""
