"""From a byline to names: labels, roles, dates and organisations go, what is left is split."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import unescape

from collector.extract.text import collapse
from collector.extract.title.clean import folded

_MAX_NAMES = 20
_LABEL = re.compile(
    r"^\W{0,3}(?:(?:written|posted|published|reported|reviewed|contributed|words|text|story|article|authored|created|guest post|analysis|opinion)\s+"
    r"(?:by|von|par|por)|by|from|von|vom|par|por|de|di|da|av|af|door|od|author|authors|autor|autoren|autorin|auteur|autore|автор|text|κείμενο|γράφει ο|γράφει η|του|της"
    r"|written|writer|reporter|作者|文|撰文|记者|記者|本报记者|本報記者|执笔|编译|來源|저자|기자|著者|文責|筆者)(?=[\s:：/／|－-]|$)\s{0,3}[:：/／|－-]?\s{0,3}",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\s*(?:,|;|、|，|；|/|\||·|•|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\boch\b|\bog\b|\ben\b|\bi\b|\bи\b|\bwith\b|\bmit\b|\n|\t|及)\s*(?![^()]*\))"
)
_ZH_SPACES = re.compile(r"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])")
_TAIL = re.compile(
    r"\s*(?:\(.{0,80}\)|（.{0,40}）|\[.{0,40}\]|\bfor\s+[A-Z].{0,60}|\bin\s+[A-Z].{0,40}|\bon\s+(?=\w+ \d).{0,40}|\d{1,2}[:./-]\d{1,2}.{0,40}"
    r"|(?:updated|published|posted|last|photo|fotos?|illustration|aktualisiert|veröffentlicht)\b.{0,80}|(?:alle (?:artikel|beiträge)|all (?:posts|articles)|says|sagt|shares|read more)\b.{0,40}|(?:记者|記者|通讯员|报道|報道|摄|文|编辑|기자)$)\s*$",
    re.IGNORECASE,
)
_HANDLE = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|(?<!\S)@\w{1,30}|https?://\S+")
_ALL_BY = re.compile(
    r"^(?:zeige|view|see|show|alle|all|more|mehr|posts?|articles?|beiträge|artikel|ver|voir)\b.{0,40}?\b(?:von|by|de|par)\s+(?=\S)",
    re.IGNORECASE,
)
_AGO = re.compile(r"^.{0,20}\b(?:ago|minutes?|hours?|days?)\b\s*", re.IGNORECASE)
_ROLE = re.compile(
    r"\b(?:editors?|writers?|reporters?|correspondents?|staff|team|redaktion|redaktor|redakcja|rédaction|redacción|redazione|redactie|redação|editorial|desk|news|admin(?:istrator)?"
    r"|webmaster|guest|contributors?|columnists?|journalists?|photographers?|photos?|fotos?|pictures?|illustrations?|by|producers?|author|editor-in-chief|ceo|founder|director|manager|senior|junior|chief|expert|specialist|strategist|consultant|coach|officer|scientist|researcher|advis[eo]r|analyst|gardener|freelancer?|copywriter|lead|head|associate|assistant|president|disclosure|advertiser|executive|attorney|partner|engineer|marketer|agency|press|dpa|afp|reuters|ap|apa"
    r"|inc|ltd|llc|gmbh|company|corporation|magazine|times|post|online|group|university|institute|department|ministry|comments?|share|follow|subscribe|email|twitter|facebook"
    r"|read|more|view|posts|profile|about|unknown|anonym\w*|anónimo|unbekannt|none|null|user|blog|media|tv|radio|zeitung|verlag|redakteurin?|komment\w*|publi[czs]\w*|sponsor\w*|gesponsert\w*|inhalte|bearbeiten|hinterlass\w*|permalink|posted|leave|reply|artikel|articles?|seite|home|kontakt|contact|impressum|volontärin?|autorin)\b|@|https?:|www\.|редакция",
    re.IGNORECASE,
)
_JUNIOR = re.compile(r"\b(?:Jr|Sr|Ph\.D|M\.D|Esq)\.$")
_HAN_NAME = re.compile(r"^[\u3400-\u9fff·•]{2,15}$")
_HAN_ORG = re.compile(
    r"网|網|报$|報$|社$|频道|新闻|新聞|编辑|編輯|来源|來源|责任|中心|小编|公司|日报|晚报|电视|在线|论坛|原创|转载|管理员|本站|综合|整理|匿名|佚名|记者|通讯员|作者|发布|官方|委员|办公|政府"
)
_LATIN_NAME = re.compile(r"^[^\W\d_][\w.'’‘`´-]*(?:\s+[^\W\d_(][\w.'’‘`´-]*){0,5}\.?$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def names_in(byline: str, *, organisations: Collection[str] = (), single_word: bool = False) -> list[str]:
    """Person names of a byline in order, without doubles.

    ``organisations`` are names of site and publisher, never authors; ``single_word`` allows one Latin word (user names).
    """
    text = collapse(unescape(byline).replace("\n", ", "))[:400]
    text = _HANDLE.sub(" ", text).strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    text = unlabelled(_ALL_BY.sub("", _AGO.sub("", text)))
    refused = {folded(name) for name in organisations}
    found: dict[str, str] = {}
    for part in _SPLIT.split(text):
        name = _clean(part)
        if is_name(name, single_word=single_word) and folded(name) not in refused:
            found.setdefault(folded(name), name)
    return list(found.values())[:_MAX_NAMES]


def is_name(text: str, *, single_word: bool = False) -> bool:
    """Whether a text has the shape of a person's name and of nothing that commonly stands in its place."""
    if not 2 <= len(text) <= 60:
        return False
    if _CJK.search(text):
        return _is_cjk_name(text)
    if not _LATIN_NAME.match(text) or _ROLE.search(text) or text.islower() and " " in text and not single_word:
        return False
    return single_word or " " in text


def _is_cjk_name(text: str) -> bool:
    squeezed = text.replace(" ", "")
    if _HAN_ORG.search(squeezed):
        return False
    return (
        bool(_HAN_NAME.match(squeezed))
        and len(squeezed) <= 5
        or ("·" in squeezed and len(squeezed) <= 15)
        or (
            bool(re.fullmatch(r"[\uac00-\ud7af]{2,5}", squeezed))
            or bool(re.fullmatch(r"[\u3040-\u9fff]{2,8}", squeezed))
            and len(squeezed) <= 6
        )
    )


def unlabelled(text: str) -> str:
    """The text without the words that introduce a name ("By", "作者：")."""
    for _ in range(3):
        shorter = _LABEL.sub("", text, count=1)
        if shorter == text:
            break
        text = shorter
    return text


def _clean(part: str) -> str:
    part = part.strip(" :：|-–—*\"“”'‘’")
    name = unlabelled(part if _JUNIOR.search(part) else part.strip(" ."))
    for _ in range(2):
        name = _TAIL.sub("", name).strip(' ,:：|-–—*"“”')
        name = name if _JUNIOR.search(name) else name.strip(" .")
    return _ZH_SPACES.sub("", name) if len(name) <= 8 else name
