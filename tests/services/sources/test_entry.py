"""Entries that are no web addresses: words, tables, collections."""

from __future__ import annotations

import pytest

from services.sources import entry


@pytest.mark.parametrize("scheme", ["mysql", "mariadb", "mysql+pymysql"])
def test_a_table_is_one_source_whatever_its_scheme_and_the_case_of_its_host(scheme: str) -> None:
    first = entry.entry_hash("TABLE", "mysql://db.example:3306/cms/articles")
    assert entry.problem("TABLE", f"{scheme}://db.example:3306/cms/articles") == ""
    assert entry.entry_hash("TABLE", f"{scheme}://DB.example:3306/cms/articles/") == first
    assert entry.entry_hash("TABLE", f"{scheme}://db.example:3306/cms/Articles") != first


@pytest.mark.parametrize(
    ("kind", "url", "said"),
    [
        ("TABLE", "mysql://reader:secret-word@db.example/cms/articles", "credential"),
        ("TABLE", "https://db.example/cms/articles", "mysql://host:port/database/name"),
        ("TABLE", "sqlite:////etc/passwd", "mysql://host"),
        ("TABLE", "mysql://db.example/cms", "mysql://host"),
        ("TABLE", "mysql://db.example:port/cms/a", "valid address"),
        ("COLLECTION", "mongodb+srv://db.example/app/articles", "mongodb://host"),
        ("COLLECTION", "mysql://db.example/app/articles", "mongodb://host"),
        ("WEB", "mysql://db.example/app/articles", "http://"),
    ],
)
def test_an_entry_of_another_shape_is_refused_and_no_password_repeated(kind: str, url: str, said: str) -> None:
    problem = entry.problem(kind, url)
    assert said in problem
    assert "secret-word" not in problem
