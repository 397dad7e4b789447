"""Whether a text decoded as East Asian reads like its language: a few hundred characters make most of any text, and hardly any of one
that was decoded wrongly, since legacy tables put each language's usual characters elsewhere."""

from __future__ import annotations

import re

_WINDOW = 300
_ENOUGH = 12
# Of real pages declared rightly most hold 40 % or more, of wrong decodings of real pages none more than 14 %.
_SHARE = 0.25

_SIMPLIFIED = (
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三"
    "之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间"
    "样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革"
    "位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队"
    "南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真"
    "务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书"
    "布复容儿须际商非验连断深难近千周委素技备半办青省列习响约支般史感劳便团往历市克何除消构府称太准精值号率族维划选标写存候亲快效斯院查"
    "网站页登录注册版搜索闻评江京视频博客址邮箱密码户城王李陈刘股财房游戏体育娱乐时尚旅健康军"
)
_TRADITIONAL = (
    "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三"
    "之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間"
    "樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革"
    "位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被做必戰先回則任取據處隊南"
    "給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具"
    "萬每目至達走積示議聲報完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界網站頁登錄註冊版搜尋聞評台灣港"
)
_HANGUL = (
    "이다는의에을하가고한은로지기사를도대인자서리아시해일정그어나있과수부라국보장제조전스여것주들었마성상게원적동오으할안방화된들선치연관"
    "구공계경민개소신유무우년중면회요비위되세만발생구문내모진실학산통업며터야너않후등식분"
)
_KANA = "\u3041-\u3093\u30a1-\u30f6"

_USUAL = {
    "gbk": re.compile(f"[{_SIMPLIFIED}]"),
    "gb18030": re.compile(f"[{_SIMPLIFIED}]"),
    "big5": re.compile(f"[{_TRADITIONAL}]"),
    "euc-kr": re.compile(f"[{_HANGUL}]"),
    "shift_jis": re.compile(f"[{_KANA}]"),
}


def reads_as(text: str, start: int, encoding: str) -> bool:
    """Whether ``text`` is mostly of characters that are usual in the language of ``encoding``, told by a few windows from index
    ``start`` on. False where too few characters tell, and for encodings without a list."""
    usual = _USUAL.get(encoding)
    if usual is None:
        return False
    found = high = 0
    for place in (start, *range(len(text) // 2, len(text), len(text) // 8 + 1)):
        window = text[place : place + _WINDOW]
        found += len(usual.findall(window))
        high += len(window) - len(window.encode("ascii", "ignore"))
        if found >= _ENOUGH:
            return found >= _SHARE * high
    return False
