"""The list of an account's articles, as whatever endpoint there is answers it: JSON of several makes, a feed, or HTML."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from collector import extract
from collector.sources.blogger.discover import from_feed
from collector.sources.column.discover import rows
from collector.sources.jsondata import load, text_at
from collector.sources.links import bounded, decoded, strings
from collector.sources.model import Discovered, Item, Link, Page
from collector.sources.options import read
from collector.sources.paging import following
from collector.sources.records import moment, names_of, records_in, text, value
from collector.sources.wechat.addresses import plain
from collector.sources.wechat.lists import articles_in
from collector.sources.wechat.options import WechatOptions
from kit import urls
from kit.contracts.config import SourceConfig
from kit.errors import InvalidInput

if TYPE_CHECKING:
    from collector.extract import TemplateSpec

FULL_TEXT_CHARS: Final = 280
_FEEDS: Final = ("rss", "atom", "rdf", "json")


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """Articles as links, or as documents where the list holds their text. Raises ConfigError for options that do not fit."""
    options = read(WechatOptions, source)
    if template is not None and template.list is not None:
        return _named(rows(page, source, template, options), options)
    if page.body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        feed = extract.parse_feed(
            page.body, content_type=page.content_type, url=page.url, tz=source.timezone, fetched_at=page.fetched_at
        )
        found = (
            from_feed(feed, options, options.full_content, page)
            if feed.kind in _FEEDS
            else rows(page, source, None, options)
        )
        return _named(found, options)
    try:
        data = load(decoded(page, source).text)
    except InvalidInput as error:
        return Discovered(errors=(str(error),))
    return _named(_from_json(data, page, source, options), options)


def _from_json(data: Any, page: Page, source: SourceConfig, options: WechatOptions) -> Discovered:
    paths = options.paths()
    account = text_at("account || nickname || data.nickname || app_msg_list_info.nickname", data)
    listed = [
        _item(row, page, source, paths, account)
        for row in (records_in(data, options) if options.items else articles_in(data))
    ]
    kept, errors = bounded([item for item in listed if item.url], options, lambda item: item.url)
    links = tuple(_link(item) for item in kept if not _is_whole(item, options))
    items = tuple(item for item in kept if _is_whole(item, options))
    after = following(options, page.url, page.state, rows=len(kept), data=data)
    url, state = after or (None, {})
    return Discovered(links, items, url, state, errors=(*_refusal(data, listed), *errors))


def _refusal(data: Any, listed: list[Item]) -> list[str]:
    """What the endpoint says instead of a list: an expired login, a limit."""
    code = text_at("base_resp.ret || ret || code || errcode", data)
    said = text_at("base_resp.err_msg || errmsg || message || msg", data)
    if listed:
        return []
    return (
        [f"the endpoint answers {code} {said}".strip()[:200]]
        if code not in ("", "0", "200")
        else ["no articles in the list"]
    )


def _item(row: dict[str, Any], page: Page, source: SourceConfig, paths: dict[str, str], account: str) -> Item:
    content = extract.html_to_text(text(row, "content", paths) or text(row, "summary", paths))
    link = urls.join(page.url, text(row, "url", paths).replace("&amp;", "&")) or ""
    return Item(
        url=plain(link),
        title=extract.html_to_text(text(row, "title", paths)).replace("\n", " "),
        content=content,
        published=moment(value(row, "published", paths), page.fetched_at, source.timezone),
        authors=names_of(value(row, "authors", paths)),
        paths={name: f"json:{name}" for name in ("title", "content", "published")},
        extra=strings({"account": text(row, "account", paths) or account, "digest": text(row, "summary", paths)}),
    )


def _is_whole(item: Item, options: WechatOptions) -> bool:
    if options.full_content != "auto":
        return options.full_content == "feed"
    return len(item.content) >= FULL_TEXT_CHARS and item.content != item.extra.get("digest")


def _link(item: Item) -> Link:
    return Link(
        item.url,
        strings({**item.extra, "title": item.title, "published": item.published, "authors": list(item.authors)}),
    )


def _named(found: Discovered, options: WechatOptions) -> Discovered:
    """With lasting addresses and the account's name, where the list does not give it."""
    named = {"account": options.account} if options.account else {}
    links = tuple(Link(plain(link.url), {**named, **link.meta}) for link in found.links)
    items = tuple(replace(item, url=plain(item.url), extra={**named, **item.extra}) for item in found.items)
    return replace(found, links=links, items=items)
