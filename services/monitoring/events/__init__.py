"""Events from the log: read once each, kept for a while for the trace, handed on to be counted."""
