"""Kinds of path parameters: a number that fits into the database, so that a silly one is a 404 and not an error of a driver."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor


class IdConvertor(Convertor[int]):
    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


# On import, because routes are compiled when their module is imported: `{source_id:id}`.
register_url_convertor("id", IdConvertor())
