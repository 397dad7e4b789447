"""WECHAT: the articles of a public account, listed by an endpoint."""

from collector.sources.model import Kind, entry_url_only
from collector.sources.wechat.article import complete
from collector.sources.wechat.discover import discover
from collector.sources.wechat.options import WechatOptions

KIND = Kind("WECHAT", "WeChat public account", WechatOptions, entry_url_only, discover, complete)
