"""A stream with everything that one document can do to another, over the three topics."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kit.contracts.document import Document
from kit.ports.log import Topic
from tests.cleaner import bad_input
from tests.cleaner.stage import FUTURE, article, document

OBJECTS = {f"content/2026/11/30/{n:032x}": article(900 + n, sentences=40).encode() for n in range(3)}
OBJECTS[bad_input.HUGE_KEY] = bad_input.HUGE_TEXT.encode()
LIVE = "http://news.example/live"
CHINESE = "县城的旧码头周一重新开放，工人们用了十一个月修好北岸，渔民说新航道每天能省一个小时。"


def waves() -> Iterator[tuple[Topic, list[Document | bytes], bool]]:
    """(topic, messages, shared): appended in this order."""
    yield "collect.web", [document(n, at=n) for n in range(1, 31)], False
    yield "collect.web", [_copy(n, at=40 + n) for n in range(100, 110)], False
    yield "collect.social", [_copy(n, at=60 + n, line=f"Remark {n} by a reader.") for n in range(100, 110)], False
    yield "collect.app", [_copy(n, at=80 + n, line="A third hand wrote this line.") for n in range(103, 113)], False
    yield "collect.web", [document(5, url=f"http://mirror{n}.example/a", at=200 - n) for n in range(12)], False
    yield "collect.web", [document(n, url=LIVE, at=at) for n, at in ((41, 300), (43, 420), (42, 360), (41, 480))], False
    yield "collect.social", [document(n, at=500 + n, publish_time=FUTURE) for n in (3, 51, 52)], False
    yield "collect.social", [document(51, at=560), document(44, url=LIVE, at=540, content="锟斤拷" * 200)], False
    yield "collect.app", [document(n, url="http://api.example/list", at=600 + n) for n in range(60, 66)], True
    yield "collect.app", [_stored(n) for n in range(4)], False
    yield "collect.web", [_chinese(n) for n in range(4)], False
    yield "collect.web", [bad for bad, _ in bad_input.DEAD.values()], False
    yield "collect.web", [bad_input.CONTROL, bad_input.HUGE, bad_input.MISMATCHED, bad_input.LAST], False
    yield "collect.web", [document(70, content=" \n "), b"not json", b'{"taskId": 5}', b"\xff\xfe"], False


def _copy(seed: int, *, at: int, line: str = "") -> Document:
    text = article(seed, sentences=16) + (f"\n{line}" if line else "")
    return document(seed, at=at, url=f"http://copy.example/{seed}/{len(line)}", content=text)


def _stored(number: int) -> Document:
    """The last one's content is not there."""
    key = f"content/2026/11/30/{number:032x}"
    return replace(document(80 + number, at=700 + number), content="", content_key=key)


def _chinese(number: int) -> Document:
    body = "\n".join(CHINESE[n:] + f"第{number}段{n}。" + CHINESE[:n] for n in range(5))
    return document(90 + number, title=f"旧码头重新开放之{number}", content=body, at=800 + number, language="zh")
