"""The verdict on memory, and the site that never ends."""

import pytest

from collector.loop import messages, parse
from tests.bench import soak_site
from tests.bench.fetch_ours import AT, SOURCE, TEMPLATE
from tests.bench.soak import growth_row, lasting, role_of


def test_memory_that_fills_caches_first_and_then_stays_is_flat() -> None:
    row = growth_row("cleaner", [100, 180, 199, 200, *[201] * 16], 1000)
    assert row.holds


def test_memory_that_goes_on_growing_is_not_flat() -> None:
    row = growth_row("cleaner", [100 + 2 * number for number in range(50)], 1000)
    assert row.holds is False
    assert row.ours == pytest.approx(189 / 129)


def test_a_process_that_comes_and_goes_is_not_judged() -> None:
    assert lasting({"cleaner": [1.0] * 10, "rewriting": [1.0] * 5}) == {"cleaner": [1.0] * 10}
    assert lasting({}) == {}


def test_few_samples_give_no_verdict() -> None:
    assert growth_row("cleaner", [100.0, 200.0, 300.0], 10).holds is None


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("python -m deploy up --no-sample", "supervisor"),
        ("python -m deploy cleaner --parent 7", "cleaner"),
        ("python -m collector.loop.worker 14 20.0", "parsing process"),
        ("/usr/bin/valkey-server 127.0.0.1:0", "valkey-server"),
        ("", "other"),
    ],
)
def test_processes_are_told_apart_by_their_command_lines(line: str, role: str) -> None:
    assert role_of(line.split()) == role


def test_every_list_links_to_pages_that_were_never_there_and_the_template_reads_them() -> None:
    first, second = (soak_site.answer("/list.html") for _ in range(2))
    assert first != second
    assert first.count(b"<a ") == soak_site.PER_LIST
    url = "http://a.example/p/1/7.html"
    body = soak_site.answer("/p/1/7.html")
    parsed = parse.parse(messages.ParseJob("detail", SOURCE, TEMPLATE, url, body, "text/html", AT))
    assert parsed.items[0].title.endswith(" 1 7")
    assert parsed.template_hit
    assert soak_site.answer("/p/1/7.html") == body != soak_site.answer("/p/1/8.html")
