"""Patterns of boilerplate lines. Every one is matched against a whole short line; all repeats are bounded."""

import re
from typing import Final

_COLON: Final = r"[ ]{0,3}[:：丨|/／][ ]{0,3}"
_PLAIN: Final = r"[^。！？!?，,；;\n]"

ANYWHERE: Final[dict[str, str]] = {
    "credit": (
        r"[（(\[【〔]?[ ]{0,3}(?:(?:责任|責任|实习|值班|见习|文字|网络|网站|本文|本期|轮值|执行)[ ]{0,2}(?:编辑|編輯|编审|主编|校对)"
        r"|责[ ]{0,2}编|[初终][审校]|[一二三]审|复审|审核人?|校对|编审|监制|统筹|签发|排版)"
        + _COLON
        + _PLAIN
        + r"{1,40}[）)\]】〕]?"
        r"|\((?:Additional )?(?:Reporting|Writing|Editing) by [^()]{1,160}\)"
    ),
    "paging": (
        r"[<«‹＜]{0,2}[ ]?(?:上|下|前|后)[ ]?一?[ ]?(?:页|篇|章|条|頁)(?:[ :：>»].{0,60})?"
        r"|[（(\[]?[ ]?[共第][ ]{0,2}[0-9]{1,4}[ ]{0,2}[页頁].{0,12}[）)\]]?"
        r"|page [0-9]{1,4} of [0-9]{1,4}|(?:next|previous|prev)[ ](?:page|post|article|story|chapter)(?:[:»> ].{0,80})?"
    ),
    "more": (
        r"(?:>{1,3}[ ]?)?(?:点击|點擊|点此|戳|轻触)(?:这里|此处|查看|阅读|进入|下方|上方|展开|加载|了解|观看|图片|链接|右上角|蓝字|关注)"
        r"[^。！？]{0,30}"
        r"|(?:查看|阅读|展开|加载|显示|浏览|了解|查阅)[ ]?(?:更多|全文|原文|剩余|详情|全部|余下全文)[^。！？，]{0,16}"
        r"|click here(?: (?:to|for) .{1,60})?|(?:read|load|show|view|see|learn) (?:more|all|the full (?:story|article))[ .…>»]{0,6}"
        r"|continue reading[ .…>»]{0,6}(?:below)?|story continues below.{0,40}|(?:scroll|swipe) .{0,20}to (?:continue|read).{0,30}"
    ),
    "copyright": (
        r"(?:©|\(c\)|copyright\b|版权所有|版權所有|著作权所有).{0,110}|all rights reserved.{0,60}"
        r"|(?:如需转载.{0,20}|本[文站网].{0,16})?未经[^。]{0,24}(?:不得|禁止|严禁|谢绝)[^。]{0,40}[。！!]?"
        r"|[（(【]?(?:转载|引用)[^。]{0,12}(?:请|须|需|务必)[^。]{0,6}(?:注明|标明|保留|联系|授权)[^。]{0,40}[）)】。]?"
    ),
    "disclaimer": (
        r"[（(【*]{0,2}(?:免责|免責|版权|版權|特别|特別|郑重|法律|网站|风险)(?:声明|聲明|提示|提醒)】?[ ]{0,2}[:：].{0,400}"
        r"|(?:the views|views|opinions) expressed (?:in|here|by|are).{0,200}"
    ),
    "follow": (
        r"(?:欢迎|敬请|请|快来)?(?:关注|扫描|扫码|长按|识别|微信搜索|搜索)[^。]{0,24}(?:公众号|公众平台|二维码|微信号|官方微博|客户端)[^。]{0,30}[。！!]?"
        r"|(?:follow|like|find) us on .{1,60}|(?:sign up|subscribe) (?:for|to) (?:our|the|my|get|receive) .{1,110}"
        r"|follow .{1,40} on (?:twitter|facebook|instagram|linkedin|x|threads)[ .!]{0,2}"
    ),
    "teaser": (r"(?:read more|related|see also|also read|read also|more on this)[ ]?: .{4,120}"),
    "comments": (
        r"(?:网友评论|发表评论|我要评论|最新评论|热门评论|全部评论|参与评论|写评论|文明上网[^。]{0,20}|登录后(?:可以)?(?:发表)?评论|已有[ ]?[0-9,]{1,9}[ ]?人.{0,8})"
        r"[^。！？]{0,20}|评论[ ]?[（(][0-9]{0,7}[）)]"
        r"|(?:leave|post|add) a (?:comment|reply).{0,30}|[0-9,]{1,7} (?:comments?|repl(?:y|ies)|responses?)|(?:view|show|hide) comments"
        r"|(?:log|sign) in to (?:comment|reply|leave a comment).{0,20}"
    ),
    "advertisement": (
        r"[-—\[【（(]{0,3}[ ]?(?:广告|廣告|advertisements?|sponsored(?: content)?|promoted)[ ]?[-—\]】）)]{0,3}"
    ),
    "cookies": (
        r"(?:this (?:site|website)|we)[a-z ]{0,20} uses? cookies.{0,200}"
        r"|please (?:enable|turn on) (?:javascript|cookies).{0,80}"
    ),
}
"""Kinds that count wherever in the text they stand."""

NOISE_LINE: Final = re.compile("|".join(f"(?:{pattern})" for pattern in ANYWHERE.values()), re.IGNORECASE)
"""All of them, for whole lines of at most 130 characters."""

LONG_NOISE_LINE: Final = re.compile(ANYWHERE["disclaimer"], re.IGNORECASE)
"""The kind that fills a paragraph."""

RELATED_HEAD: Final = re.compile(
    r"[【\[>▌■◆●]{0,2}[ ]?(?:(?:相关|相關|延伸|推荐|更多|热门|精彩|往期|猜你|编辑|大家都在|扩展|关联|近期|最新|为您|其他)"
    r"(?:阅读|閱讀|新闻|新聞|文章|推荐|报道|链接|连接|资讯|内容|回顾|喜欢|专题|搜索|热文|帖子)|猜你喜欢|大家都在看|为你推荐|你可能[还也]?(?:喜欢|感兴趣).{0,6})"
    r"[】\]]?[ ]{0,2}[:：>»]{0,3}"
    r"|(?:related|recommended|most popular|most read|popular|latest|more|trending|recent)(?: (?:articles?|stories|posts?|news|topics?|content|reading|coverage|now))"
    r"[ ]?:?|you (?:may|might) also (?:like|be interested in)[ :….]{0,3}|recommended for you|(?:read|see) (?:next|also)[ ]?:?|what to read next"
    r"|see also[ ]?:?",
    re.IGNORECASE,
)
"""Heads of lists of links to other pages."""

EDGE_PIECE: Final = re.compile(
    r"(?P<clock>(?:20|19)[0-9]{2}[-/.年][ ]?[0-9]{1,2}[-/.月][ ]?[0-9]{1,2}日?[ T]{0,3}[0-9]{1,2}[:：][0-9]{2}(?:[:：][0-9]{2})?)"
    r"|(?P<date>(?:20|19)[0-9]{2}[-/.年][ ]?[0-9]{1,2}[-/.月][ ]?[0-9]{1,2}日?|(?<![0-9])[0-9]{1,2}[:：][0-9]{2}(?:[:：][0-9]{2})?)"
    r"|(?P<label>(?:发布|发表|更新|刊发|创建|编辑|录入|上传|发稿)(?:时间|日期|于)|时间|日期)"
    r"|(?P<source>(?:文章|稿件|新闻|信息|原文|内容|本文)?(?:来[ ]{0,2}源|來源|转载自|轉載自|稿源|出处)(?:于|自)?[ ]{0,2}[:：][ ]{0,2}[^ 。！？，,|:：]{1,24})"
    r"|(?P<count>(?:阅读|浏览|点击|评论|点赞|转发|收藏|播放|人气|热度|访问|围观|查看|跟帖|回复)(?:量|数|次数|人数)?[ ]{0,2}[:：(（]?[ ]{0,2}"
    r"[0-9][0-9,.]{0,11}[ ]?(?:万|亿|w|k|次|条|人|\+)?[)）]?)"
    r"|(?P<editor>(?:编辑|編輯|编译|作者|发布者|发布人|发布|撰稿|来自)[ ]{0,2}[:：][ ]{0,2}[^ 。！？，,|:：]{1,16})"
    r"|(?P<english>[0-9][0-9,.]{0,9}[km]? (?:views?|shares?|likes?|comments?|reads?|retweets?)|[0-9]{1,3} min(?:ute)?s?(?: |-)read"
    r"|(?:last )?(?:updated|published|posted|modified)(?: on| at)?[ ]?:?)",
    re.IGNORECASE,
)
"""Pieces of which a line about the article may consist; counts only at the edges of the text."""

INLINE_CREDIT: Final = re.compile(
    r"[ ]{0,3}(?:[（(\[【〔][ ]{0,2}(?:责任|責任|实习|值班|本文)?[ ]{0,2}(?:编辑|編輯|责编|审核|校对)[ ]{0,2}[:：][^（）()\[\]【】\n]{1,40}[）)\]】〕]"
    r"|\((?:Additional )?(?:Reporting|Writing|Editing) by [^()\n]{1,160}\))[ ]{0,3}$",
    re.IGNORECASE,
)
"""A credit in brackets at the end of the last sentence."""
