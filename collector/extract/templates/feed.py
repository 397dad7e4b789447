"""An XML document as templates see it: element names in lower case, those of a default namespace by their bare names."""

from __future__ import annotations

from lxml import etree

from collector.extract.feeds.xml import local, parse_xml
from collector.extract.page import Page


class FeedPage(Page):
    """A feed, for templates of kind "feed": XPath finds `//entry` and `./dc:creator`, whatever namespaces the document declares."""

    def __init__(self, xml: str, url: str) -> None:
        super().__init__("", url)
        self._root, self.errors = parse_xml(xml.encode("utf-8", "replace"), "text/xml; charset=utf-8")
        if self._root is not None:
            _plain_names(self._root)

    @property
    def xml(self) -> etree._Element | None:
        return self._root

    @property
    def base_url(self) -> str:
        return self.url


def _plain_names(root: etree._Element) -> None:
    for element in root.iter(etree.Element):
        name = local(element)
        element.tag = name if element.prefix is None else f"{{{element.nsmap[element.prefix]}}}{name}"
