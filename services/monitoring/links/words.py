"""What pages say when they are gone, private, behind a sign-in or for sale, in English and Chinese (pure).

Patterns are alternatives of fixed texts: matching is linear in the length of the text.
"""

from __future__ import annotations

import re
from typing import Final


def _any(*texts: str) -> re.Pattern[str]:
    return re.compile("|".join(texts), re.IGNORECASE)


# A whole title, heading or part of one between separators.
NOT_FOUND_NAME: Final = re.compile(
    r"(?:(?:error|http|错误)[ :]*)?404(?:[ :!,.-]*(?:error|page|not found|page not found|错误|页面))*[!.]?"
    r"|(?:sorry,? |oops[!,.]* )?(?:the |this |that )?(?:page|file|article|content|document|post|story|url|resource|item|video)"
    r" (?:you (?:requested|are looking for|were looking for) )?"
    r"(?:(?:was |is |can(?:no|')t be |could not be |couldn't be )?not found|cannot be found|could not be found|does(?: not|n't) exist"
    r"|no longer exists|is gone|no longer available|not available|is unavailable|unavailable|is no longer available|not exist)[!.]?"
    r"|not found[!.]?|nothing (?:was )?found(?: here)?[!.]?|error 404[!.]?|410 gone[!.]?|(?:page )?gone[!.]?"
    r"|(?:oops[!,.]* )?(?:that|this|the) page can(?:'|’)t be found[!.]?|we can(?:'|’)?t find (?:that|this|the) page[!.]?"
    r"|(?:抱歉|对不起|很抱歉)?[,，!！ ]*(?:您|你)?(?:要|所)?(?:访问|查看|浏览|请求|找)?的?(?:页面|网页|内容|文章|帖子|链接|视频|资源|信息)"
    r"(?:不存在|未找到|找不到(?:了)?|没有找到|已不存在|已删除|已被删除|走丢了|飞走了|丢失了?|已失效|无法找到)[!。！]?"
    r"|(?:找不到|未找到|没有找到)(?:该|此|您?要?(?:的|访问的))?(?:页面|网页|内容|文章|文件|资源)[!。！]?",
    re.IGNORECASE,
)
REMOVED: Final = _any(
    r"(?:has|have) been (?:removed|deleted|taken down|unpublished|withdrawn)",
    r"(?:was|were) (?:removed|deleted|taken down|unpublished)",
    r"no longer (?:available|exists?|online)", r"(?:video|post|content|page|article|item|listing|tweet) (?:is )?(?:unavailable|not available|isn(?:'|’)t available)",
    r"(?:page|article|post|content|file|story|url|document|address) (?:you (?:requested|are looking for|were looking for) )?(?:can(?:no|')t be found|could not be found|couldn(?:'|’)t be found|was not found|not found|doesn(?:'|’)t exist|does not exist)",
    r"can(?:'|’)?t find (?:the|that|this) page", r"(?:account|user|channel) (?:has been |is |was )?(?:suspended|terminated|deleted|banned)",
    r"removed by (?:the )?(?:author|user|uploader|moderator|owner)", r"deleted by (?:the )?(?:author|user|uploader|owner)",
    r"已被?(?:作者|发布者|用户|管理员|原作者)?(?:自行)?(?:删除|下架|撤回|移除|屏蔽|封禁)", r"(?:内容|页面|文章|视频|帖子|微博|商品|资源|链接|网页|信息)(?:已经|已|己)?(?:不存在|失效|下线|过期)",
    r"(?:违规|违反[^。]{0,20})[^。]{0,10}(?:无法查看|无法访问|不可见|已被?处理)", r"(?:因|由于)[^。]{0,30}(?:无法查看|无法访问|暂不可见)",
    r"(?:账号|帐号|公众号|用户)(?:已)?(?:被)?(?:注销|封禁|冻结|停用|屏蔽)", r"(?:找不到|未找到|没有找到)[^。]{0,8}(?:页面|网页|内容|文章)",
)  # fmt: skip
PRIVATE: Final = _any(
    r"(?:account|profile|video|page|post|content|group|channel|album|repository|photo|playlist) (?:is|are|has been set to|was made|was set to) (?:now )?private",
    r"private (?:video|account|profile|post|page)", r"(?:only|just) (?:visible|available) to (?:friends|followers|members|the owner|the author|confirmed followers)",
    r"(?:you )?(?:do not|don(?:'|’)t) have (?:permission|access) to (?:view|see|access)", r"(?:protected|restricted) (?:account|tweets|posts)",
    r"仅(?:自己|本人|好友|粉丝|作者|主人|朋友|会员)?可?见", r"(?:设置了|设为|已设为|为|已转为)(?:隐私|私密|私有|不公开)", r"私密(?:文章|视频|账号|内容|空间|相册|日志)",
    r"(?:没有|无)权限?(?:查看|访问|浏览)", r"(?:权限不足|无权访问)",
)  # fmt: skip
LOGIN: Final = _any(
    r"(?:please )?(?:log|sign)[ -]?in (?:to|or (?:register|sign up|join|create)[^.]{0,40}to) (?:view|see|read|continue|access)",
    r"you (?:must|need to|have to) (?:be logged in|log in|login|sign in|be signed in|register)", r"(?:log ?in|sign ?in|login|authentication) (?:is )?required",
    r"please (?:log|sign)[ -]?in", r"members only",
    r"(?:请|需要?|您?需|须)(?:先|要)?(?:登录|登陆|注册)", r"(?:登录|登陆)后(?:才能|可|即可|方可|可以)?(?:查看|继续|阅读|访问|浏览|观看)", r"(?:尚|还)?未登录",
)  # fmt: skip
LOGIN_NAME: Final = re.compile(
    r"(?:log ?in|sign ?in|login|user login|member login|please (?:log|sign) in|account login|log in or (?:sign up|register)|sign in to (?:your account|continue)"
    r"|(?:用户|会员|账号|帐号|统一|安全|请)?(?:登录|登陆)(?:页面|中心|注册)?|登录/注册)",
    re.IGNORECASE,
)
PARKED: Final = _any(
    r"(?:domain|website|site)(?: name)?(?: [\w.-]{3,80})? (?:is|may be|might be|could be) (?:available )?for sale", r"buy this (?:domain|website)",
    r"domain (?:name )?(?:for sale|is parked|parking|has expired|expired)", r"(?:this|the) domain (?:name )?(?:has expired|is registered|was registered|is available)",
    r"parked (?:free|domain|page|courtesy)", r"(?:inquire|make an offer|enquire) (?:about|on|for) this domain", r"related searches[^.]{0,40}domain",
    r"domain (?:is )?(?:listed|offered) (?:for sale )?(?:by|at|on)", r"(?:hugedomains|sedoparking|afternic|dan\.com|bodis|parkingcrew)",
    r"(?:域名|网站)(?:正在|可|可以|有意)?(?:出售|转让|待售|交易中)", r"(?:出售|转让|购买)(?:此|该|本)?域名", r"域名(?:已)?(?:到期|过期|停放)",
)  # fmt: skip
CHALLENGE: Final = _any(
    r"just a moment\.\.\.", r"checking (?:if the site connection is secure|your browser)", r"verify(?:ing)? (?:that )?you are (?:a )?human",
    r"attention required", r"enable javascript and cookies to continue", r"are you a robot", r"unusual traffic", r"access denied", r"captcha",
    r"安全验证", r"人机验证", r"访问(?:过于|太)频繁", r"请完成(?:验证|下方验证)", r"滑动验证",
)  # fmt: skip
MAINTENANCE: Final = _any(
    r"(?:down|closed|offline|unavailable) for (?:scheduled |planned )?maintenance", r"under maintenance", r"scheduled maintenance", r"temporarily (?:unavailable|down|offline)",
    r"(?:we(?:'|’)ll|we will) be (?:right )?back", r"try again later", r"service unavailable", r"bad gateway", r"internal server error", r"too many requests",
    r"(?:系统|网站|服务器?)(?:正在)?(?:维护|升级|繁忙)", r"(?:稍后|稍候)(?:再试|重试|访问)", r"暂时无法(?:访问|使用)",
)  # fmt: skip
ERROR_PATH: Final = re.compile(
    r"(?:^|[/_.-])(?:404|410|not-?_?found|page-?not-?found|error-?pages?|errors?|notfound|page-?missing|missing|gone|removed|deleted|unavailable|expired|offline|nopage)(?:$|[/_.-])",
    re.IGNORECASE,
)
LOGIN_PATH: Final = re.compile(
    r"(?:^|[/_.-])(?:log-?in|sign-?in|signin|logon|passport|sso|oauth2?|authorize|auth|denglu|register|sign-?up|account/(?:login|begin))(?:$|[/_.?-])",
    re.IGNORECASE,
)
HOME_PATH: Final = re.compile(
    r"/?(?:(?:index|default|home|main|start|welcome)(?:\.[a-z]{3,5})?|[a-z]{2}(?:[-_][a-z]{2,4})?)?/?(?:(?:index|default|home)(?:\.[a-z]{3,5})?)?/?",
    re.IGNORECASE,
)
SEARCH_PATH: Final = re.compile(r"(?:^|/)(?:search|s|find|results?|sousuo)(?:\.[a-z]{3,5})?/?$", re.IGNORECASE)
