"""Credentials of sources: checked and sealed on the way in, never shown again."""
