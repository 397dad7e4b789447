"""Watches processes and the machine under them."""
