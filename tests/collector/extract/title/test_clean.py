"""Title cleaning: separators, site names, channels."""

import pytest

from collector.extract.title.clean import headline_part, segments, without_site


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("Rail-freight rules | Example", ["Rail-freight rules", "Example"]),
        ("A — B · C", ["A", "B", "C"]),
        ("新线开通_城市频道_示例网", ["新线开通", "城市频道", "示例网"]),
        ("新線開通｜中時電子報", ["新線開通", "中時電子報"]),
        ("新线开通-示例网", ["新线开通", "示例网"]),
        ("well-known self-made", ["well-known self-made"]),
    ],
)
def test_titles_split_at_separators_and_not_inside_words(title: str, parts: list[str]) -> None:
    assert segments(title) == parts


@pytest.mark.parametrize(
    ("title", "name", "cut"),
    [
        ("Ferry returns | Example Times", "Example Times", "Ferry returns"),
        ("Example Times: Ferry returns", "Example Times", "Ferry returns"),
        ("示例网：新线开通", "示例网", "新线开通"),
        ("The Example Times story", "Example Times", "The Example Times story"),
        ("Example Times", "Example Times", "Example Times"),
    ],
)
def test_site_name_goes_only_where_a_separator_sets_it_off(title: str, name: str, cut: str) -> None:
    assert without_site(title, [name]) == cut


@pytest.mark.parametrize(
    ("title", "host", "headline"),
    [
        ("跨江新线明年开通_城市频道_示例新闻网", "www.shili.example", "跨江新线明年开通"),
        ("Ferry returns to the lake after years - Example", "example.com", "Ferry returns to the lake after years"),
        ("Examplenews - Ferry returns to the lake", "www.examplenews.com", "Ferry returns to the lake"),
    ],
)
def test_channel_and_host_segments_are_left_out(title: str, host: str, headline: str) -> None:
    assert headline_part(title, host) == headline
