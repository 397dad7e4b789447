"""Addresses of articles without what tells visits apart. Pure."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from kit import urls
from kit.errors import InvalidInput

HOST: Final = "mp.weixin.qq.com"
_IDENTITY: Final = ("__biz", "mid", "idx", "sn")


def plain(address: str) -> str:
    """An article's lasting address: https, and of its parameters only those that name the article. Others stay as they are."""
    try:
        if urls.host(address) != HOST:
            return address
        given = urls.request_params(address)
    except InvalidInput:
        return address
    if "__biz" not in given:
        return address.partition("#")[0].partition("?")[0].replace("http://", "https://", 1)
    return f"https://{HOST}/s?{urlencode([(name, given[name]) for name in _IDENTITY if name in given])}"
