"""Options of WECHAT sources."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from collector.sources.records import RecordOptions


class WechatOptions(RecordOptions):
    account: str = Field(
        "", max_length=100, description="Name of the account, where neither list nor article gives it."
    )
    full_content: Literal["auto", "feed", "page"] = Field(
        "page", description="Where the text comes from: the list, the article's page, or whichever is complete."
    )
