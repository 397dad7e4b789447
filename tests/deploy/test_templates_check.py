"""`catchment templates check`: templates kept as files, run on their golden samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from deploy.cli import app
from kit.errors import InvalidInput

PAGE = "<html><body><h1>The bridge is open</h1><p class='when'>2024-05-03 09:30</p><div class='body'>{}</div></body></html>"
LOGIN = "<html><body><form><h2>Sign in to read on</h2></form></body></html>"
LISTING = "<ul><li><a href='/1'>One</a></li><li><a href='/2'>Two</a></li></ul>"
URL = "https://www.example.com/news/1.html"
SPEC: dict[str, Any] = {
    "detail": {
        "fields": {
            "title": {"selectors": ["css:h1"], "required": True},
            "published": {"selectors": ["css:.when"]},
            "content": {"selectors": ["css:.body"], "required": True},
        }
    },
    "list": {
        "items": "css:li",
        "fields": {"url": {"selectors": ["css:a::attr(href)"]}, "title": {"selectors": ["css:a"]}},
    },
}


def write(folder: Path, spec: Any, **samples: tuple[dict[str, Any], str]) -> Path:
    (folder / "samples").mkdir(parents=True, exist_ok=True)
    (folder / "template.json").write_text(json.dumps(spec), "utf-8")
    for name, (told, page) in samples.items():
        (folder / "samples" / f"{name}.json").write_text(json.dumps({"url": URL, "expected": {}, **told}), "utf-8")
        (folder / "samples" / f"{name}.html").write_bytes(page.encode("gb18030"))
    return folder


def good(**expected: Any) -> tuple[dict[str, Any], str]:
    fields = {
        "title": "The bridge is open",
        "published": "2024-05-03T09:30:00+08:00",
        "content": "首班车中午通过。",
        "authors": None,
    }
    return {"expected": fields | expected, "timezone": "Asia/Shanghai"}, PAGE.format("首班车中午通过。")


def listed(url: str) -> tuple[dict[str, Any], str]:
    rows = [{"url": "https://www.example.com/1", "title": "One"}, {"url": url}]
    return {"part": "list", "expected": {"items": rows, "next_url": None}}, LISTING


def run(path: Path, *options: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["templates", "check", str(path), *options], catch_exceptions=True)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def test_templates_whose_samples_all_pass_are_fine(tmp_path: Path) -> None:
    write(
        tmp_path / "news", SPEC, story=good(), login=({"good": False}, LOGIN), list=listed("https://www.example.com/2")
    )
    code, text = run(tmp_path)
    assert (code, text) == (0, "ok      news: 3 of 3 samples\n")


def test_each_differing_field_is_told_and_the_exit_code_is_one(tmp_path: Path) -> None:
    write(tmp_path / "news", SPEC, story=good(title="Another"), list=listed("https://www.example.com/3"))
    write(tmp_path / "other", {"name": "Other", "spec": SPEC}, story=good())
    code, text = run(tmp_path, "--json")
    told = json.loads(text)
    assert (code, told["ok"]) == (1, False)
    first, second = told["templates"]
    assert (second["template"], second["ok"], second["notices"]) == ("Other", True, ["has no bad sample"])
    assert {one["name"]: one["differences"] for one in first["samples"]}["story"] == [
        {"field": "title", "expected": "Another", "actual": "The bridge is open", "path": "css:h1"}
    ]
    assert 'expected "Another"' in run(tmp_path)[1]


def test_a_bad_page_must_not_be_taken_for_a_good_one(tmp_path: Path) -> None:
    write(tmp_path / "news", SPEC, login=({"good": False}, PAGE.format("Sign in to read on")), gone=({}, LOGIN))
    samples = {one["name"]: one["problem"] for one in json.loads(run(tmp_path, "--json")[1])["templates"][0]["samples"]}
    assert samples == {
        "login": "the template takes this page for a good one",
        "gone": "the template does not recognise this page",
    }


def test_problems_of_the_specification_count(tmp_path: Path) -> None:
    write(tmp_path / "a", {"detail": {"fields": {"title": {"selectors": ["css:h1["]}}}})
    write(tmp_path / "b", {"detail": {"fields": {"title": {"selectors": ["h1"]}}}})
    code, text = run(tmp_path)
    assert code == 1
    assert "title: css:h1[: CSS syntax" in text
    assert "must begin with one of" in text


@pytest.mark.parametrize(
    ("name", "written", "sentence"),
    [
        ("template.json", "{", "is no JSON"),
        ("samples/x.json", "{}", "missing required field"),
        ("samples/x.json", '{"url": "u", "expected": {}, "pages": 1}', "unknown field"),
        ("samples/x.json", '{"url": "u", "expected": {}, "page": "../../secret"}', "beside it"),
        ("samples/x.json", '{"url": "u", "expected": {}}', "cannot read"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, written: str, sentence: str) -> None:
    write(tmp_path / "news", SPEC)
    (tmp_path / "news" / name).write_text(written, "utf-8")
    with pytest.raises(InvalidInput, match=sentence):
        run(tmp_path)


def test_a_folder_without_templates_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no template\.json"):
        run(tmp_path)
