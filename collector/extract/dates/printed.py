"""Printed times in the visible lines around a headline, and which of them say when the page was published."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_TIME_LABEL = re.compile(r"(?:时间|日期)[:：]")
_MAX_LINE = 160
_MAX_RELATIVE = 40
PUBLISHED = re.compile(
    r"发布时间|发表时间|发布于|发表于|发布日期|发布|發佈|發布|发表|刊登|时间[:：]|日期[:：]|來源|来源|\b(?:published|posted|date|veröffentlicht|erstellt|publié|publicado|pubblicato|stand)\b|опубликовано|公開|投稿|掲載|입력",
    re.IGNORECASE,
)
MODIFIED = re.compile(
    r"更新(?:时间|于|日期)|修改|最后编辑|最后|\b(?:updated?|modified|aktualisiert|last|mis à jour|actualizado)\b|수정",
    re.IGNORECASE,
)
CLOCK = re.compile(
    r"今天是|今日|现在是|现在时间|现在时刻|星期[一二三四五六日天]\s{0,3}(?:$|农历)|农历|©|copyright|版权|备案|截止|有效期|活动时间|\b(?:today|now|all rights|deadline|expires)\b",
    re.IGNORECASE,
)
FULL = re.compile(
    r"(?:19|20)\d{2}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}\b|[〇零一二三四五六七八九]{4}年"
    r"|\d{1,2}(?:st|nd|rd|th)?\.?\s(?:de\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s)?(?:19|20)\d{2}|[^\W\d_]{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d{2}|(?:民國|令和|平成)\s?\w{1,3}年"
    r"|(?<!\d)\d{2}-\d{2}-\d{2}\s\d{1,2}:\d{2}"
)
# A day's name counts where it stands alone or before an hour: sentences begin with it, too.
RELATIVE = re.compile(
    r"\d{1,3}\s?(?:秒钟?|分钟|分鐘|小时|小時|个小时|天|周|个月)之?前|^(?:刚刚|昨天|前天|今天)(?=\s{0,3}(?:[上下]午|[早晚]上|凌晨|中午)?\s{0,3}(?:\d|[|·]|$))|\b\d{1,2}\s(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?)\sago\b|^yesterday(?=\s{0,3}(?:at\b|[,|·]|\d|$))|\d{1,2}(?:時間|分)前",
    re.IGNORECASE,
)


def printed_times(lines: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """(path, text from the date on, confidence) of each plausible publication time, labelled ones first."""
    short = [line for line in lines if len(line) <= _MAX_LINE]
    dated = [(line, found) for line in short if (found := FULL.search(line)) and not CLOCK.search(line)]
    for wanted in (True, False):
        for line, found in dated:
            labelled = bool(PUBLISHED.search(line))
            if labelled is wanted and not is_update(line, found):
                yield "generic:text", line[start_of(line, found) :], 0.8 if labelled else 0.45
    for line in short:
        if len(line) <= _MAX_RELATIVE and not CLOCK.search(line) and (relative := RELATIVE.search(line)):
            yield "generic:relative", line[relative.start() :], 0.6


def printed_updates(lines: Iterable[str]) -> Iterator[str]:
    """Text from the date on of each date in these lines that a word of change introduces."""
    for line in lines:
        if len(line) > _MAX_LINE:
            continue
        last = 0
        for found in FULL.finditer(line):
            before = line[max(last, found.start() - 24) : found.start()]
            last = found.end()
            if MODIFIED.search(before) and not PUBLISHED.search(_TIME_LABEL.sub("", before)):
                yield line[found.start() :]


def start_of(line: str, found: re.Match[str]) -> int:
    """A clock may stand in front of its date ("14:05 Uhr, 5.12.2017")."""
    before = line[max(0, found.start() - 16) : found.start()]
    clock = re.search(r"\d{1,2}:\d{2}", before)
    return found.start() - len(before) + clock.start() if clock else found.start()


def is_update(line: str, found: re.Match[str]) -> bool:
    before = line[max(0, found.start() - 24) : found.start()]
    update = MODIFIED.search(before)
    return bool(update) and not PUBLISHED.search(_TIME_LABEL.sub("", before))
