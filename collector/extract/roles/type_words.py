"""Words that tell the kind of a page: schema.org types, og:type values, parts of addresses, body classes and titles."""

from __future__ import annotations

DECLARED: dict[str, str] = {
    "Product": "product", "ProductGroup": "product", "IndividualProduct": "product", "Vehicle": "product", "Car": "product",
    "DiscussionForumPosting": "forum", "QAPage": "question", "FAQPage": "faq", "JobPosting": "job", "Recipe": "recipe",
    "SearchResultsPage": "search", "CollectionPage": "list", "ItemList": "list", "Blog": "list", "ImageGallery": "gallery",
    "MediaGallery": "gallery", "VideoObject": "video", "Movie": "video", "TVEpisode": "video", "Clip": "video", "PodcastEpisode": "audio",
    "AudioObject": "audio", "MusicRecording": "audio", "MusicAlbum": "audio", "ProfilePage": "profile", "Event": "event",
    "MusicEvent": "event", "SportsEvent": "event", "BusinessEvent": "event", "Festival": "event", "TheaterEvent": "event",
    "TechArticle": "documentation", "APIReference": "documentation", "SoftwareApplication": "download", "MobileApplication": "download",
    "WebApplication": "download", "Restaurant": "place", "Hotel": "place", "LocalBusiness": "place", "TouristAttraction": "place",
    "NewsArticle": "article", "Article": "article", "BlogPosting": "article", "LiveBlogPosting": "article", "Report": "article",
    "ScholarlyArticle": "article", "MedicalWebPage": "article", "Review": "article",
}  # fmt: skip
OPENGRAPH: dict[str, str] = {
    "article": "article", "news": "article", "blog": "list", "product": "product", "og:product": "product", "video": "video",
    "music": "audio", "profile": "profile", "place": "place", "restaurant": "place", "hotel": "place", "event": "event", "recipe": "recipe",
}  # fmt: skip
ADDRESSES: dict[str, frozenset[str]] = {
    "search": frozenset(["search", "suche", "recherche", "busca", "szukaj", "sousuo", "sou"]),
    "forum": frozenset(["forum", "forums", "thread", "threads", "viewtopic", "showthread", "viewthread", "topic", "topics", "bbs", "tieba", "luntan", "board", "community"]),
    "question": frozenset(["question", "questions", "qa", "answers", "zhidao", "wenda"]),
    "faq": frozenset(["faq", "faqs"]),
    "product": frozenset(["product", "products", "item", "items", "dp", "sku", "goods", "detail", "shop", "produkt", "produkte"]),
    "job": frozenset(["job", "jobs", "career", "careers", "vacancy", "vacancies", "stellenangebot", "zhaopin", "position"]),
    "recipe": frozenset(["recipe", "recipes", "rezept", "rezepte", "recette", "caipu"]),
    "event": frozenset(["event", "events", "veranstaltung", "veranstaltungen", "concert", "huodong"]),
    "video": frozenset(["video", "videos", "watch", "vod", "shipin", "mediathek", "tv"]),
    "audio": frozenset(["podcast", "podcasts", "audio", "episode", "radio"]),
    "gallery": frozenset(["gallery", "galleries", "photos", "fotostrecke", "bilder", "slideshow", "galerie", "tuji", "album", "photo"]),
    "profile": frozenset(["author", "authors", "profile", "user", "users", "people", "member", "members", "u", "autor"]),
    "documentation": frozenset(["docs", "documentation", "reference", "api", "manual", "wiki", "handbook", "guide"]),
    "download": frozenset(["download", "downloads", "apk", "app", "apps"]),
    "list": frozenset(["category", "categories", "tag", "tags", "archive", "archives", "section", "topic", "topics", "list", "channel", "rubrik", "page", "kategorie"]),
}  # fmt: skip
NAMED: dict[str, str] = {
    "home": "home", "homepage": "home", "front": "home", "single-product": "product", "archive": "list", "category": "list", "tag": "list",
    "search": "search", "search-results": "search", "error404": "error", "author": "profile", "single-post": "article",
    "single-forum": "forum", "single-topic": "forum", "nodetype-article": "article", "node-type-article": "article",
}  # fmt: skip
TITLES: dict[str, tuple[str, ...]] = {
    "error": (
        "404", "page not found", "not found", "access denied", "forbidden", "internal server error", "bad gateway", "service unavailable",
        "页面不存在", "頁面不存在", "找不到", "出错", "错误信息", "错误提示", "无法访问", "已删除", "不存在", "seite nicht gefunden", "page introuvable",
        "página no encontrada", "nie znaleziono", "не найдена", "error 5", "δεν βρέθηκε", "提示信息",
    ),
    "captcha": (
        "captcha", "just a moment", "verify you are human", "are you a robot", "security check", "attention required", "安全验证", "验证码",
        "人机验证", "访问验证", "unusual traffic", "bot verification",
    ),
    "consent": ("before you continue", "cookie consent", "your privacy choices", "datenschutzeinstellungen", "zustimmung", "consent"),
    "login": ("log in", "login", "sign in", "signin", "登录", "登入", "anmelden", "einloggen", "connexion", "iniciar sesión", "вход", "logowanie"),
    "search": ("search results", "搜索结果", "suchergebnisse", "results for", "搜索"),
    "forum": ("forum", "论坛", "bbs", "贴吧", "社区"),
    "gallery": ("gallery", "photos:", "in pictures", "图集", "组图", "fotostrecke", "高清图"),
    "video": ("video:", "watch:", "视频"),
}  # fmt: skip
