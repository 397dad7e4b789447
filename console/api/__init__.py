"""The public HTTP API under /api/v1: the services of the console, for programs. `docs/api.md` is its guide."""
