import pytest

from cleaner.core.noise import remove_noise

PROSE = [
    "清晨的码头刚刚下过一阵小雨，搬运工把成箱的柚子抬上渡船。",
    "对岸的小镇今年新修了一条环岛公路，来骑车的游客多了三成。",
    "镇上的图书馆把一间旧仓库改成了阅览室，窗外就是稻田。",
    "负责渡口的工程师介绍说，新的趸船比原来宽了一倍。",
    "傍晚时分，最后一班船缓缓离岸，灯塔亮了起来。",
    "远处的鱼排上有人在收网，水面泛着橙色的光。",
    "明年开春，第二条航线也将开通，班次会再多两班。",
    "岸边的小店卖热豆浆，船员们出发以前总要喝上一碗。",
    "夜里风大，值守的人把缆绳又紧了一遍才回屋。",
]


@pytest.mark.parametrize(
    "line",
    [
        "责任编辑：王小明",
        "（责编：李某、赵某）",
        "一审：钱某 二审：孙某",
        "上一篇：本周菜价稳中有降",
        "下一页",
        "第 2 页 / 共 5 页",
        "点击查看更多精彩内容",
        "阅读全文",
        "版权所有 示例网 未经授权不得转载",
        "未经本网书面许可，任何单位不得转载",
        "免责声明：本文仅代表作者个人观点，与本网无关。请读者仅作参考，并自行核实相关内容。",
        "扫描二维码关注示例晚报官方微博",
        "欢迎关注我们的微信公众号：示例晚报",
        "网友评论",
        "评论（12）",
        "分享到： 微信 新浪微博 QQ空间",
        "打印本页 | 关闭窗口",
        "广告",
        "— Advertisement —",
        "Click here to read the full report",
        "Read more",
        "Continue reading below",
        "Sign up for our daily newsletter",
        "Follow us on Twitter and Facebook",
        "(Reporting by Jane Roe; Editing by John Doe)",
        "Leave a comment",
        "All rights reserved.",
        "© 2024 Example Media Ltd.",
        "Next article: Markets rise again",
        "We use cookies to give you the best experience on our website.",
        "Share Tweet Email Print",
        "相关阅读",
        "Related articles",
    ],
)
def test_a_boilerplate_line_in_the_middle_is_removed(line: str) -> None:
    kept, removed = remove_noise([*PROSE[:5], line, *PROSE[5:]])
    assert removed == [line]
    assert kept == PROSE


@pytest.mark.parametrize(
    "line",
    [
        "2024-05-01 09:30",
        "2024年05月01日 09:30 来源：示例网",
        "来源：示例晚报 作者：王小明 阅读 1234",
        "浏览次数：5,678 次",
        "发布时间：2024-05-01 09:30:12",
        "1,234 views 12 comments",
        "3 min read",
        "首页 > 新闻 > 社会",
    ],
)
def test_a_line_about_the_article_is_removed_at_the_edges_only(line: str) -> None:
    assert remove_noise([line, *PROSE])[1] == [line]
    assert remove_noise([*PROSE, line])[1] == [line]
    assert remove_noise([*PROSE[:4], line, *PROSE[4:]])[1] == []


@pytest.mark.parametrize(
    "line",
    [
        "记者在码头看到，责任编辑制度已经推行到每一个班组。",
        "她点击查看更多订单时，系统提示库存不足，于是改订了第二天的船票。",
        "2024-05-01",
        "1234",
        "| 阅读 | 1234 |",
        "下一章我们将讨论水位与航线的关系。",
        "评论认为，这条公路的意义不止于旅游。",
        "Read more slowly, she told the class, and the story will open itself to you over time.",
        "Related work has shown that ferries save fuel at lower speeds.",
        "编辑部的灯一直亮到凌晨。",
        "来源：这个词在古书里指水的源头，后来才引申出别的意思，值得细细考究。",
        "大",
    ],
)
def test_prose_and_table_cells_that_look_similar_are_kept(line: str) -> None:
    for lines in ([line, *PROSE], [*PROSE[:5], line, *PROSE[5:]], [*PROSE, line]):
        assert remove_noise(lines) == (lines, [])


def test_a_credit_in_brackets_is_cut_from_the_end_of_the_last_sentence() -> None:
    kept, removed = remove_noise([*PROSE[:-1], PROSE[-1] + "（责任编辑：王小明）"])
    assert kept == PROSE
    assert removed == ["（责任编辑：王小明）"]


def test_titles_of_other_pages_behind_a_related_head_go_with_it() -> None:
    tail = ["相关阅读：", "某地今日发布天气预报", "本周菜价稳中有降"]
    assert remove_noise([*PROSE, *tail]) == (PROSE, tail)


def test_text_behind_a_related_head_stays() -> None:
    kept, removed = remove_noise([*PROSE[:7], "推荐阅读", *PROSE[7:]])
    assert kept == PROSE
    assert removed == ["推荐阅读"]


def test_hostile_long_lines_are_looked_at_in_bounded_time() -> None:
    hostile = [
        "（" * 100_000,
        "责任编辑：" * 20_000,
        "阅读 1 " * 60,
        "上一页 " * 60,
        "a " * 60,
        "2024-" * 80,
        ">" * 120,
    ]
    kept, removed = remove_noise(hostile)
    assert len(kept) + len(removed) == len(hostile)


def test_no_lines_give_no_lines() -> None:
    assert remove_noise([]) == ([], [])
