"""Jinja templates of the site and the few formats of dates that they need."""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from deploy.sample.blocks import Block
from deploy.sample.content import ZONE

_WEEKDAYS = "一二三四五六日"


def render_template(name: str, **values: Any) -> str:
    return _environment().get_template(name).render(**values)


def body_html(blocks: tuple[Block, ...]) -> str:
    """The blocks as the HTML that a feed carries."""
    return render_template("feed_body.html", blocks=blocks).strip()


def chinese_today(now: datetime) -> str:
    day = now.astimezone(ZONE)
    return f"{day.year}年{day.month}月{day.day}日 星期{_WEEKDAYS[day.weekday()]}"


def _chinese_minute(moment: datetime) -> str:
    return f"{moment.year}年{moment.month}月{moment.day}日 {moment:%H:%M}"


def _english_day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


@cache
def _environment() -> Environment:
    folder = Path(__file__).parent / "templates"
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        chinese_minute=_chinese_minute, english_day=_english_day, rfc822=format_datetime, iso=datetime.isoformat
    )
    return environment
