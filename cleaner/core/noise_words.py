"""Whole-line words of pages that are not text: share buttons and menus, in Chinese and English."""

from typing import Final


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


SHARE_WORDS: Final[frozenset[str]] = _words(
    "分享 分享到 分享至 分享给好友 一键分享 转发 转发到 收藏 收藏本页 加入收藏 点赞 打赏 举报 打印 打印本页 打印本文 关闭 关闭窗口 复制链接"
    " 我要纠错 纠错 字号 大号 小号 微信 朋友圈 微信好友 微信朋友圈 新浪微博 腾讯微博 微博 qq空间 qq好友 qq 豆瓣 人人网 更多分享"
    " 字体大小 返回顶部 回到顶部 顶部 返回列表 返回首页 返回 扫一扫 二维码 手机看新闻 语音播报 分享按钮 赞 踩"
    " share tweet email print save facebook twitter linkedin pinterest reddit whatsapp telegram bookmark"
    " share_this copy_link back_to_top share_on_facebook share_on_twitter share_via_email"
)

MENU_WORDS: Final[frozenset[str]] = _words(
    "首页 主页 新闻 国内 国际 社会 财经 体育 娱乐 科技 汽车 房产 教育 军事 健康 旅游 视频 图片 论坛 博客 专题 评论 直播 正文 要闻"
    " 滚动 时政 登录 注册 登陆 退出 搜索 导航 网站地图 站点地图 联系我们 联系方式 关于我们 帮助 帮助中心 意见反馈 设为首页 客户端 下载"
    " 手机版 电脑版 订阅 当前位置 您的位置 所在位置 更多 广告 招聘 友情链接 隐私政策 服务条款 用户协议 法律声明 网站声明 公告"
    " home news world business sports sport technology tech entertainment health science opinion video videos photos"
    " login logout register subscribe search menu navigation about about_us contact contact_us help faq privacy"
    " privacy_policy terms terms_of_service terms_of_use cookie_policy sitemap careers advertise advertisement"
    " newsletter newsletters rss more next previous prev sign_in sign_up log_in log_out"
)

TITLE_MENU_WORDS: Final[frozenset[str]] = MENU_WORDS | _words(
    "无标题 无标题文档 新建网页 新闻详情 新闻中心 文章详情 详情 详情页 内容详情 正文页 信息详情 网页 未命名 untitled untitled_document"
    " index default homepage welcome new_page article details news_details detail home_page"
)
