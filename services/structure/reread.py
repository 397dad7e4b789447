"""Reading a page that was held once more, with another version of its template."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self

from kit.contracts.config import TemplateConfig
from kit.contracts.document import Document


class Reader(Protocol):
    """Pages are hostile: they are parsed in a process of its own, which `with` starts and ends."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def read(self, document: Document, template: TemplateConfig) -> Document | str:
        """The document as this version of the template reads its page; a sentence where it cannot. Raises BackendUnavailable."""
