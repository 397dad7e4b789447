"""Reading what was collected: search, one document with everything known of it, and the page it came from."""

from services.documents.schemas import DocumentView, Member, PageVersion, RawView, Sighting
from services.documents.service import DocumentService

__all__ = ["DocumentService", "DocumentView", "Member", "PageVersion", "RawView", "Sighting"]
