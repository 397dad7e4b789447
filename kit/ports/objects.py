"""Objects too large for a message: file:// or s3://, keys like `content/2026/11/30/<md5>`."""

from __future__ import annotations

from typing import Protocol


class ObjectStore(Protocol):
    def put(self, key: str, body: bytes) -> None:
        """Durable and atomic: a reader sees the old object, the new one, or none. Raises InvalidInput for a key with `..` or a leading `/`."""

    def get(self, key: str) -> bytes:
        """Raises NotFound."""

    def delete(self, key: str) -> None:
        """Nothing happens when there is no such object."""

    def list(self, prefix: str, *, limit: int = 1000) -> list[str]:
        """Keys under a prefix, sorted."""
