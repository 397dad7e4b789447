"""What every ObjectStore promises."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.errors import InvalidInput, NotFound
from kit.ports.objects import ObjectStore

UNSAFE_KEYS = [
    "",
    "/a",
    "a/",
    "a//b",
    "..",
    "../a",
    "a/../b",
    "a/./b",
    "a\\b",
    "a\nb",
    "a\0b",
    "a#1",
    "x" * 300,
    "\ud800",
]


class ObjectStoreContract:
    """Subclasses give `store`, empty."""

    @pytest.mark.parametrize("body", [b"", b"\x00\xff text", bytes(range(256)) * 8000])
    def test_what_is_put_is_got_back(self, store: ObjectStore, body: bytes) -> None:
        store.put("content/2026/11/30/abc", body)
        assert store.get("content/2026/11/30/abc") == body

    def test_a_second_put_replaces_the_first(self, store: ObjectStore) -> None:
        store.put("k", b"a longer first body")
        store.put("k", b"second")
        store.put("k", b"second")
        assert store.get("k") == b"second"
        assert store.list("") == ["k"]

    def test_a_missing_object_is_not_found(self, store: ObjectStore) -> None:
        store.put("a/b", b"")
        for key in ("a", "a/b/c", "other"):
            with pytest.raises(NotFound, match=key):
                store.get(key)

    def test_deleting_twice_is_fine(self, store: ObjectStore) -> None:
        store.put("a/b", b"1")
        store.delete("a/b")
        store.delete("a/b")
        assert store.list("") == []

    def test_list_is_sorted_and_stays_in_its_folder(self, store: ObjectStore) -> None:
        for key in ("raw/2026/2", "raw/2026/10", "raw/20261/1", "content/1"):
            store.put(key, b"")
        assert store.list("raw/2026") == store.list("raw/2026/") == ["raw/2026/10", "raw/2026/2"]
        assert store.list("") == ["content/1", "raw/2026/10", "raw/2026/2", "raw/20261/1"]
        assert store.list("nothing/here") == []

    def test_list_gives_the_first_keys_up_to_its_limit(self, store: ObjectStore) -> None:
        for number in reversed(range(12)):
            store.put(f"n/{number:02}", b"")
        assert store.list("n", limit=3) == ["n/00", "n/01", "n/02"]
        assert store.list("n", limit=0) == []

    @pytest.mark.parametrize("key", ["中文/文件 名", "a b", "100%25", "q?x=1&y=2", "é.html"])
    def test_a_key_with_unusual_characters_comes_back_as_it_was(self, store: ObjectStore, key: str) -> None:
        store.put(key, b"body")
        assert (store.get(key), store.list("")) == (b"body", [key])

    @pytest.mark.parametrize("key", UNSAFE_KEYS)
    def test_an_unsafe_key_is_refused_everywhere(self, store: ObjectStore, key: str) -> None:
        for call in (lambda: store.put(key, b""), lambda: store.get(key), lambda: store.delete(key)):
            with pytest.raises(InvalidInput, match="object key"):
                call()

    def test_readers_see_a_whole_object_while_it_is_replaced(self, store: ObjectStore) -> None:
        bodies = [bytes([letter]) * 300_000 for letter in b"ab"]
        store.put("k", bodies[0])
        with ThreadPoolExecutor(4) as pool:
            writes = [pool.submit(store.put, "k", bodies[n % 2]) for n in range(20)]
            seen = {pool.submit(store.get, "k") for _ in range(40)}
        assert [write.result() for write in writes] == [None] * 20
        assert {future.result() for future in seen} <= set(bodies)
