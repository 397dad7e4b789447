"""Cleaning in one process: from the log to archive and index."""
