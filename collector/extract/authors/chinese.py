"""Chinese bylines in running text: 记者, 作者, 文/, 撰文; the responsible editor (责编) is not an author."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from collector.extract.authors.names import is_name

# The common family names; a word that begins with none of them is rather a place or a verb behind the names.
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
    "葛牛岳柏詹翟焦温俞鲁费柯樊倪闵惠冉凌章梅盛阮祝单项柳庄卓涂鲍裴聂甘翁霍靳路代安常易乔赖施洪欧辛管华尤季骆齐康邢邬邸米申褚应宁祁舒房毕屈纪占娄童连解党苗官窦楼隋游卜车桂宫耿喻穆尚古池臧关商荆巩滕晏桑"
    "張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧蕭葉蘇呂盧鐘譚陸廖賈韋鄒閻龍陶賀顧龔萬錢嚴湯喬賴歐關"
)
_NAME = r"[\u3400-\u9fff]{2,4}(?:·[\u3400-\u9fff]{1,6})?"
_NAMES = rf"(?P<names>{_NAME}(?:\s?[、，,\s]\s?{_NAME}){{0,5}})"
_REPORTER = r"(?:首席|见习|实习|特约|全媒体|驻[\u3400-\u9fff]{2,4})?(?:记者|記者)"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:作\s{{0,3}}者|撰\s{{0,2}}文|撰\s{{0,2}}稿|执\s{{0,2}}笔|文字)\s?[:：/／]\s?{_NAMES}",
        rf"(?:^|[\s（(|【])文\s?[/／|｜:：]\s?{_NAMES}",
        rf"{_REPORTER}\s?[:：/／]?\s?{_NAMES}(?=\s|[）)】:：/／\n，,]|报道|報道|摄|文|通讯员|$)",
        rf"[（(]{_NAMES}(?:\s[\u3400-\u9fff]{{2,6}})?(?:报道|報道|摄影报道)[)）]",
        r"由\s?(?P<names>[\w\u3400-\u9fff]{2,16})\s?(?:张贴|发表|发布|發表|張貼)",
        rf"^[（(](?P<names>{_NAME})[）)]$",
    )
)
_HAN = re.compile(r"[\u3400-\u9fff]")
_EDGE = 300
_SPLIT = re.compile(r"[、，,\s]+")
_NOT_A_NAME = re.compile(
    r"^(?:来源|编辑|报道|摄影|时间|日期|发布|记者|通讯员|实习生|图文|责编|原标题|今天|昨天|昨日|今日|日电|发自|获悉|了解|表示|采访|完|本文)"
    r"|(?:报道|日电|日讯|获悉|摄影)$"
)
_DATELINE = re.compile(
    r"[（(]\s?[\u3400-\u9fff]{0,6}(?:记者|記者|通讯员|作者)\s?[:：]?\s?(?P<names>[^()（）]{2,30})[）)]"
)


_LABELS = ("author", "text", "reporter", "bracket", "posted", "alone", "dateline")


def labelled_names(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """(label, names) that reporter or author labels introduce in these lines; responsible editors are left out."""
    short = [line if len(line) <= 2 * _EDGE else f"{line[:_EDGE]}\n{line[-_EDGE:]}" for line in lines]
    text = "\n".join(short)
    if not _HAN.search(text):
        return
    for label, pattern in zip(_LABELS, (*_PATTERNS, _DATELINE), strict=True):
        for line in short:
            for found in list(pattern.finditer(line))[:3]:
                if names := _split(found["names"]):
                    yield label, names


def is_person(text: str) -> bool:
    """Whether two to four ideographs begin with a family name and have the shape of a name."""
    return 2 <= len(text) <= 4 and text[0] in _SURNAMES and is_name(text) and not _NOT_A_NAME.search(text)


def _split(text: str) -> list[str]:
    """The leading names; after the first each must begin with a family name, or a place or a verb has been reached."""
    names: list[str] = []
    for part in _joined(_SPLIT.split(text.strip())):
        foreign = "·" in part
        if _NOT_A_NAME.search(part) or not is_name(part) or (len(part) > 4 and not foreign):
            break
        if not foreign and part[0] not in _SURNAMES and (names or len(part) < 3):
            break
        names.append(part)
    return list(dict.fromkeys(names))


def _joined(parts: list[str]) -> list[str]:
    """Two single characters are one name set with a space ("王 伟")."""
    if len(parts) == 2 and all(len(part) == 1 for part in parts):
        return ["".join(parts)]
    return parts
