"""Watches what is extracted and how clean it is, per source and template version."""
