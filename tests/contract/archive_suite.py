"""What every Archive promises."""

from __future__ import annotations

import pytest

from kit.errors import InvalidInput
from kit.ports.archive import TABLES, Archive, Row

BINARY = bytes(range(256))


def row(key: str, version: int = 1, **cells: bytes) -> Row:
    return Row(key, {f"info:{name}": value for name, value in cells.items()}, version)


class ArchiveContract:
    """Subclasses give `archive`, empty."""

    def test_what_is_put_is_got_back_byte_for_byte(self, archive: Archive) -> None:
        archive.put("doc", [Row("k", {"info:url": "https://例え/".encode(), "raw:body": BINARY, "raw:none": b""}, 5)])
        assert archive.get("doc", ["k"]) == [
            {"info:url": "https://例え/".encode(), "raw:body": BINARY, "raw:none": b""}
        ]

    def test_a_large_page_is_kept_whole(self, archive: Archive) -> None:
        body = BINARY * 4000
        archive.put("doc", [Row("k", {"raw:body": body}, 1)])
        assert archive.get("doc", ["k"]) == [{"raw:body": body}]

    def test_missing_rows_are_none_in_their_place(self, archive: Archive) -> None:
        archive.put("page", [row("b", a=b"1")])
        assert archive.get("page", ["a", "b", "c", "b"]) == [None, {"info:a": b"1"}, None, {"info:a": b"1"}]

    @pytest.mark.parametrize("count", [1, 2, 9, 65, 700])
    def test_many_rows_come_in_the_order_asked_for(self, archive: Archive, count: int) -> None:
        archive.put("band", [row(f"k{number}", n=str(number).encode()) for number in range(0, count, 2)])
        found = archive.get("band", [f"k{number}" for number in reversed(range(count))])
        assert found == [None if n % 2 else {"info:n": str(n).encode()} for n in reversed(range(count))]

    def test_the_highest_version_wins_whatever_the_order(self, archive: Archive) -> None:
        archive.put("page", [row("k", 2, a=b"two")])
        archive.put("page", [row("k", 1, a=b"one"), row("k", 3, a=b"three")])
        archive.put("page", [row("k", 2, a=b"two")])
        assert archive.get("page", ["k"]) == [{"info:a": b"three"}]

    def test_versions_are_kept_per_cell(self, archive: Archive) -> None:
        archive.put("page", [row("k", 5, a=b"new"), row("k", 3, a=b"old", b=b"only")])
        assert archive.get("page", ["k"]) == [{"info:a": b"new", "info:b": b"only"}]

    def test_the_same_row_again_changes_nothing(self, archive: Archive) -> None:
        for _ in range(3):
            archive.put("sight", [row("k", 7, a=b"1", b=b"2")])
        assert archive.get("sight", ["k"]) == [{"info:a": b"1", "info:b": b"2"}]
        assert len(list(archive.scan("sight"))) == 1

    def test_columns_choose_cells_by_name_and_by_family(self, archive: Archive) -> None:
        archive.put("doc", [Row("k", {"info:a": b"1", "info:ab": b"2", "raw:c": b"3"}, 1)])
        assert archive.get("doc", ["k"], columns=["info:a"]) == [{"info:a": b"1"}]
        assert archive.get("doc", ["k"], columns=["info:"]) == [{"info:a": b"1", "info:ab": b"2"}]
        assert archive.get("doc", ["k"], columns=["raw:", "info:ab"]) == [{"info:ab": b"2", "raw:c": b"3"}]

    def test_a_row_without_the_asked_columns_is_none(self, archive: Archive) -> None:
        archive.put("doc", [row("k", a=b"1")])
        assert archive.get("doc", ["k"], columns=["info:other"]) == [None]

    def test_scan_goes_from_start_to_before_stop(self, archive: Archive) -> None:
        archive.put("band", [row(key, a=key.encode()) for key in ("c", "a", "b", "d")])
        assert [key for key, _ in archive.scan("band", start="b", stop="d")] == ["b", "c"]
        assert [key for key, _ in archive.scan("band", start="b")] == ["b", "c", "d"]
        assert list(archive.scan("band", stop="b")) == [("a", {"info:a": b"a"})]

    def test_scan_is_in_the_byte_order_of_utf8(self, archive: Archive) -> None:
        keys = ["~", "é", "a\x01", "中", "\ufffd", "\U0001f600", "A", "a"]
        archive.put("band", [row(key, a=b"") for key in keys])
        assert [key for key, _ in archive.scan("band")] == sorted(keys, key=lambda key: key.encode())

    def test_scan_stops_at_its_limit_and_goes_over_many_pages(self, archive: Archive) -> None:
        archive.put("band", [row(f"{n:04}", a=b"x", b=b"y") for n in range(350)])
        assert [key for key, _ in archive.scan("band", limit=350)] == [f"{n:04}" for n in range(350)]
        assert [key for key, _ in archive.scan("band", limit=203)] == [f"{n:04}" for n in range(203)]
        assert list(archive.scan("band", limit=0)) == []

    def test_scan_finds_keys_with_a_prefix(self, archive: Archive) -> None:
        archive.put("band", [row(key, a=b"") for key in ("k1:a", "k1:b", "k10:a", "k2:a")])
        assert [key for key, _ in archive.scan("band", start="k1:", stop="k1;")] == ["k1:a", "k1:b"]

    def test_a_deleted_row_is_gone_whatever_its_version(self, archive: Archive) -> None:
        archive.put("doc", [row("a", 10**15, x=b"1"), row("b", x=b"1")])
        archive.delete("doc", ["a", "never there"])
        assert archive.get("doc", ["a", "b"]) == [None, {"info:x": b"1"}]
        assert [key for key, _ in archive.scan("doc")] == ["b"]

    def test_tables_are_apart(self, archive: Archive) -> None:
        for table in TABLES:
            archive.put(table, [row("k", a=table.encode())])
        assert [archive.get(table, ["k"]) for table in TABLES] == [[{"info:a": table.encode()}] for table in TABLES]

    def test_nothing_put_and_nothing_asked_is_fine(self, archive: Archive) -> None:
        archive.put("doc", [])
        archive.delete("doc", [])
        assert archive.get("doc", []) == []

    @pytest.mark.parametrize("name", ["", "info", ":a", "info:"])
    def test_a_cell_without_family_or_column_is_refused(self, archive: Archive, name: str) -> None:
        with pytest.raises(InvalidInput, match="family:column"):
            archive.put("doc", [Row("k", {name: b""}, 1)])

    @pytest.mark.parametrize("key", ["", "\ud800"])
    def test_a_key_without_utf8_bytes_is_refused(self, archive: Archive, key: str) -> None:
        with pytest.raises(InvalidInput, match="row key"):
            archive.put("doc", [row(key, a=b"")])

    def test_an_unknown_table_is_refused(self, archive: Archive) -> None:
        with pytest.raises(InvalidInput, match="unknown table 'other'"):
            archive.get("other", ["k"])  # type: ignore[arg-type]
