"""Chinese pages of our own, each about something else, so that a word finds one of them."""

from __future__ import annotations

from tests.flow.articles import article
from tests.flow.site import Served

_PAGE = (
    '<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>{title}</title></head><body><article><h1>{title}</h1>'
    '<time datetime="2026-03-{day:02d}T08:00:00+08:00">2026年3月{day}日</time>{paragraphs}</article></body></html>'
)
# A word that stands in one page alone → its title and paragraphs.
CHINESE: dict[str, tuple[str, tuple[str, ...]]] = {
    "水库": (
        "山城水库完成春季检修",
        (
            "三月初，山城水库的闸门全部检修完毕，工程师对坝体的每一段都做了记录，并更换了六处老化的密封件。",
            "管理处表示，今年雨季来临之前，下游三个镇的居民都会收到新的预警手册，广播站也会每天试播两次。",
            "检修期间，供水由北面的两口深井维持，居民用水没有中断，医院和学校优先得到保障。",
        ),
    ),
    "钢琴": (
        "老城音乐厅迎来一架百年钢琴",
        (
            "一架制造于一百多年前的钢琴上周运抵老城音乐厅，调音师用了四天时间才让它恢复到可以演奏的状态。",
            "捐赠者是一位退休教师，她的祖父曾在海边的小学里用它给孩子们伴奏，琴盖上还留着当年的铅笔字。",
            "首场音乐会将在月底举行，门票收入全部用于修缮剧场的屋顶和灯光设备，预计有八百名观众到场。",
        ),
    ),
}


def chinese(word: str) -> Served:
    """The page in which that word stands."""
    title, paragraphs = CHINESE[word]
    number = list(CHINESE).index(word)
    body = _PAGE.format(title=title, day=number + 1, paragraphs="".join(f"<p>{text}</p>" for text in paragraphs))
    return Served(f"/zh/{number}.html", body.encode("utf-8"), "text/html; charset=utf-8", title)


def mixed(host: int, count: int) -> list[Served]:
    """`count` pages of a host: a Chinese one where there is one for it, English ones else."""
    own = [chinese(word) for word in list(CHINESE)[host : host + 1]]
    return [*own, *(article(number, f"r{host}") for number in range(count - len(own)))]
