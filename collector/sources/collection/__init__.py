"""COLLECTION: documents of a MongoDB collection."""

from collector.sources.collection.options import CollectionOptions
from collector.sources.model import Kind
from collector.sources.rows.discover import Pulled

_PULLED = Pulled(CollectionOptions)
KIND = Kind(
    "COLLECTION",
    "Document collection (MongoDB)",
    CollectionOptions,
    _PULLED.entry_requests,
    _PULLED.discover,
    rows="mongo",
)
