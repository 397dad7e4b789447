"""Chinese bylines in running text: 记者, 作者, 文/, 撰文; the responsible editor (责编) is not an author."""

from __future__ import annotations

import re

from collector.extract.authors.names import is_name

_NAME = r"[\u3400-\u9fff]{2,4}(?:·[\u3400-\u9fff]{1,6})?"
_NAMES = rf"(?P<names>{_NAME}(?:\s?[、，,\s]\s?{_NAME}){{0,5}})"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:作\s{{0,3}}者|撰\s{{0,2}}文|撰\s{{0,2}}稿|执\s{{0,2}}笔|文字)\s?[:：/／]\s?{_NAMES}",
        rf"(?:^|[\s（(|【])文\s?[/／|｜:：]\s?{_NAMES}",
        rf"(?:本[报報网刊台]|[\u3400-\u9fff]{{2,6}}[报報网社刊台])?(?:首席|见习|实习|特约|全媒体|驻[\u3400-\u9fff]{{2,4}})?(?:记者|記者)\s?[:：/／]?\s?{_NAMES}(?=\s|[）)】:：\n]|报道|報道|摄|文|通讯员|$)",
    )
)
_SPLIT = re.compile(r"[、，,\s]+")
_NOT_A_NAME = re.compile(
    r"^(?:来源|编辑|报道|摄影|时间|日期|发布|记者|通讯员|实习生|图文|责编|原标题|今天|昨天|昨日|今日|日电|发自|从|在|获悉|了解|表示|采访)|(?:报道|日电|日讯|获悉|摄影)$"
)
_DATELINE = re.compile(
    r"[（(]\s?(?:见习|实习|本报|本网)?(?:记者|記者|通讯员|作者)\s?[:：]?\s?(?P<names>[^()（）]{2,30})[）)]"
)


def names_in_text(lines: list[str]) -> list[str]:
    """Names that reporter or author labels introduce in these lines (the article's head and foot)."""
    for pattern in (*_PATTERNS, _DATELINE):
        for line in lines:
            if found := pattern.search(line):
                names = _split(found["names"])
                if names:
                    return names
    return []


def _split(text: str) -> list[str]:
    names: list[str] = []
    for part in _SPLIT.split(text.strip()):
        if _NOT_A_NAME.search(part) or not is_name(part) or len(part) > 4 and "·" not in part:
            break
        names.append(part)
    return _joined(names)


def _joined(names: list[str]) -> list[str]:
    """Two single characters are one name set with a space ("王 伟")."""
    if len(names) == 2 and all(len(name) == 1 for name in names):
        return ["".join(names)]
    return list(dict.fromkeys(name for name in names if len(name) > 1))
