from __future__ import annotations

import json
from pathlib import Path

import pytest

import deploy.sample
from deploy.sample.site import main, truth, truth_json

KEPT = Path(deploy.sample.__file__).parent / "truth.json"


def test_the_kept_truth_is_the_truth_of_the_articles() -> None:
    assert KEPT.read_text(encoding="utf-8") == truth_json()


def test_the_command_prints_the_truth(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--truth"])
    assert json.loads(capsys.readouterr().out) == truth()


def test_only_two_articles_have_no_fixed_time() -> None:
    untimed = {entry["path"]: entry["relative_hours"] for entry in truth() if entry["published"] is None}
    assert untimed == {"/zh/news/1008.html": 3, "/zh/news/1009.html": None}


def test_two_news_articles_say_their_time_only_in_text() -> None:
    shown = [entry["path"] for entry in truth() if (entry["column"], entry["published_as"]) == ("zh", "text")]
    assert shown == ["/zh/news/1011.html", "/zh/news/1010.html"]


def test_an_entry_has_these_keys() -> None:
    assert list(truth()[0]) == [
        "path", "title", "published", "published_as", "relative_hours", "authors", "content_start", "source", "column",
    ]  # fmt: skip
