"""Many sources, files of sources and test fetches in a real browser, in both languages."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from console.state import Console
from console.work import Work
from kit.contracts.trial import FoundField, FoundLink, Seen, Trial
from tests.console import seeds
from tests.console.browser.conftest import Window

pytestmark = pytest.mark.browser
OPML = (
    '<opml version="2.0"><body><outline text="新闻"><outline type="rss" text="每日新闻" xmlUrl="https://daily.example/feed"/>'
    '</outline><outline text="Broken" xmlUrl="ftp://broken.example/"/></body></opml>'
)
REFUSED = Trial(
    1, "http_403", "HTTP 403",
    Seen("https://www.city.example/news/", 403, "http_403", "HTTP 403", "192.0.2.7", 31, headers=[("Server", "nginx")], first="<h1>Request blocked</h1>"),
)  # fmt: skip
FOUND = Trial(
    1, list=Seen("https://www.city.example/news/", 200, address="192.0.2.7", elapsed_ms=31, content_type="text/html", encoding="gb18030", charset={"header": "gbk"}),
    links=(FoundLink("https://www.city.example/a", "大桥通车"),), link_count=12, fields=(FoundField("title", "大桥通车", "css:h1"),),
)  # fmt: skip


def statuses(console: Console) -> list[int]:
    with console.database.session(read_only=True) as session:
        return [int(one.status) for one in Work(console, session).sources.each()]


def fill(console: Console, number: int) -> None:
    for one in range(number):
        seeds.source(console, name=f"Source {one}", entry_url=f"https://s{one}.example/", labels=["gov"])


def chinese(window: Window) -> None:
    window.page.get_by_role("button", name="中文").click()
    expect(window.page.locator("html")).to_have_attribute("lang", "zh")


class Collector(threading.Thread):
    """Answers every question with the same trial."""

    def __init__(self, console: Console, trial: Trial) -> None:
        super().__init__(daemon=True)
        self._console, self._trial = console, trial
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(0.1):
            if (asked := self._console.ports.trials.take()) is not None:
                self._console.ports.trials.answer(asked[0], self._trial)


@pytest.fixture
def collectors(console: Console) -> Iterator[list[Collector]]:
    running: list[Collector] = []
    yield running
    for one in running:
        one.stopped.set()
        one.join()


def test_sources_are_ticked_by_key_paused_with_a_note_and_brought_back(window: Window, console: Console) -> None:
    fill(console, 3)
    window.sign_in("li")
    window.open("/sources")
    page = window.page
    for key in ("j", "x", "j", "x"):
        page.keyboard.press(key)
    expect(page.locator("input[data-tick]:checked")).to_have_count(2)
    page.get_by_label("With many at once").select_option(label="Pause sources")
    page.get_by_role("button", name="Those that are ticked").click()
    expect(page.get_by_role("heading", name="Pause sources")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_label("Why, for the others").fill("site migration")
    page.get_by_role("button", name="Pause sources").click()
    expect(page.get_by_text("Changed: 2")).to_be_visible(timeout=30_000)
    assert sorted(statuses(console)) == [0, 0, 1]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Changed: 2")).to_be_visible(timeout=30_000)
    assert statuses(console) == [1, 1, 1]


def test_all_that_match_are_deleted_only_when_their_number_is_typed_in_chinese(
    window: Window, console: Console
) -> None:
    fill(console, 3)
    window.sign_in("li")
    window.open("/sources?label=gov")
    chinese(window)
    page = window.page
    page.get_by_label("批量处理").select_option(label="删除数据源")
    page.get_by_role("button", name="符合筛选条件的全部").click()
    expect(page.get_by_text("3 个数据源")).to_be_visible()
    page.get_by_role("button", name="删除数据源").click()
    expect(page.get_by_text("请输入数据源的数量：3。")).to_be_visible()
    page.get_by_label("请输入数据源的数量").fill("3")
    page.get_by_role("button", name="删除数据源").click()
    expect(page.get_by_text("已更改：3")).to_be_visible(timeout=30_000)
    assert statuses(console) == []
    page.get_by_role("button", name="撤销").click()
    expect(page.get_by_text("已更改：3")).to_be_visible(timeout=30_000)
    assert statuses(console) == [1, 1, 1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_list_of_feeds_is_checked_row_by_row_before_it_is_taken_in(
    window: Window, console: Console, tmp_path: Path, language: str
) -> None:
    words = {
        "en": ("Import", "Check the file", "would be new", "refused", "Import sources", "Changed: 1"),
        "zh": ("导入", "检查文件", "将新建", "被拒绝", "导入数据源", "已更改：1"),
    }[language]
    (tmp_path / "feeds.opml").write_text(OPML, encoding="utf-8")
    window.sign_in("li")
    window.open("/sources")
    if language == "zh":
        chinese(window)
    page = window.page
    page.get_by_role("link", name=words[0]).first.click()
    page.locator("#file").set_input_files(tmp_path / "feeds.opml")
    page.get_by_role("button", name=words[1]).click()
    expect(page.locator("#list").get_by_text(words[3])).to_be_visible(timeout=30_000)
    page.locator(".segments a").first.click()
    expect(page.locator("#list").get_by_text(words[2])).to_be_visible()
    assert statuses(console) == []
    page.get_by_role("button", name=words[4]).click()
    expect(page.get_by_text(words[5])).to_be_visible(timeout=30_000)
    assert statuses(console) == [1]


def test_a_source_is_tried_from_its_unsaved_form(window: Window, console: Console, collectors: list[Collector]) -> None:
    made = seeds.source(console)
    collectors.append(Collector(console, FOUND))
    collectors[0].start()
    window.sign_in("li")
    window.open(f"/sources/{made.id}/edit")
    page = window.page
    page.locator("#charset").fill("gbk")
    page.locator("#charset").press("Control+Enter")
    expect(page.get_by_text("It works: 12 links")).to_be_visible(timeout=30_000)
    expect(page.locator("#trial")).to_contain_text("css:h1")
    expect(page.locator("#trial")).to_contain_text("gb18030")
    expect(page.locator("#charset")).to_have_value("gbk")
    with console.database.session(read_only=True) as session:
        assert Work(console, session).sources.get(made.id).charset == "AUTO"
    page.locator("#cron_expr").fill("61 * * * *")
    page.locator("#name").focus()
    expect(page.locator("#check")).to_contain_text("The field minute of")
    page.once("dialog", lambda dialog: dialog.accept())


def test_a_refused_fetch_says_what_to_do_in_chinese(
    window: Window, console: Console, collectors: list[Collector]
) -> None:
    made = seeds.source(console)
    collectors.append(Collector(console, REFUSED))
    collectors[0].start()
    window.sign_in("li")
    window.open(f"/sources/{made.id}/edit")
    chinese(window)
    page = window.page
    page.get_by_role("button", name="测试采集").click()
    expect(page.locator("#trial")).to_contain_text("怎么办", timeout=30_000)
    expect(page.locator("#trial")).to_contain_text("Request blocked")
