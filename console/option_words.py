"""The options of the kinds of source in words: label and help by option, and the values that can be chosen. The models are in collector.sources."""

from __future__ import annotations

from console.i18n import gettext_noop

N_ = gettext_noop

OPTIONS = {
    "robots": N_("robots.txt of the site"),
    "robots_reason": N_("Why robots.txt may be ignored"),
    "max_pages": N_("Pages of the list in one run, at most"),
    "max_items": N_("Links or entries taken from one run, at most"),
    "include": N_("Only links that match one of these patterns (one per line)"),
    "exclude": N_("No links that match one of these patterns (one per line)"),
    "render": N_("Pages that a browser reads"),
    "scrolls": N_("Scrolls to the end of a page, at most"),
    "conditional": N_("Ask first whether a list has changed"),
    "proxies": N_("Proxies that take turns (one per line)"),
    "sensitive": N_("Personal and secret data in texts"),
    "follow": N_("Collect the pages that the list links to"),
    "full_content": N_("Where the text of an entry comes from"),
    # Paging
    "page_url": N_("Address of further pages"),
    "tag_rules": N_("Tag rules"),
    "first_page": N_("Number of the first page"),
    "page_size": N_("Entries of a page"),
    "cursor": N_("Where the answer holds the position of the next page"),
    "fragment": N_("Where a JSON answer holds the HTML of the rows"),
    # KEYWORD
    "search_url": N_("Search address"),
    "keywords": N_("Further keywords (one per line)"),
    "keyword_charset": N_("Encoding of the keywords in the address"),
    # JSON records
    "items": N_("Where the answer holds the records"),
    "fields": N_("Where a record holds its values (name = path, one per line)"),
    "record_url": N_("Address of a record"),
    # APP
    "params": N_("Further parameters (name = value, one per line)"),
    "sign": N_("Signature of the query"),
    "sign_text": N_("What is signed"),
    "sign_key": N_("Key of an HMAC signature"),
    "sign_param": N_("Parameter that holds the signature"),
    "sign_form": N_("How the signature is written"),
    "resume": N_("Go on where the last run has ended"),
    # TABLE and COLLECTION
    "cursor_field": N_("Column that grows with every change"),
    "key_field": N_("Key column"),
    "overlap": N_("How far each run goes back"),
    "batch_rows": N_("Rows of one request"),
    "generation": N_("Generation"),
    "auth_source": N_("Database of the user"),
    # WECHAT
    "account": N_("Name of the account"),
    # JOURNAL
    "harvest": N_("What is read"),
    "text": N_("What the document is made of"),
    "oai_set": N_("Set of the repository"),
    "metadata_prefix": N_("Format of the records"),
    "since": N_("First harvest from this day on (YYYY-MM-DD)"),
    "overlap_days": N_("Days asked for again"),
    # WEB
    "max_depth": N_("Clicks from the entry page to list pages, at most"),
    "feeds": N_("Read the feeds that pages name"),
    "sitemaps": N_("Read the sitemaps of the site"),
    "sitemap_days": N_("Days that a sitemap entry counts as new"),
    "links": N_("Look for articles among the links of pages"),
    "subdomains": N_("Subdomains belong to the site"),
    "articles": N_("Links that are articles (patterns, one per line)"),
    "lists": N_("Links that are list pages (patterns, one per line)"),
}
OPTION_HELP = {
    "render": N_("For pages that scripts fill; it takes far longer, and needs Chromium on the collectors."),
    "conditional": N_("Switches itself off where the server says that nothing has changed and something has."),
    "proxies": N_("Like http://host:port; direct means none. Empty: those of the installation."),
    "tag_rules": N_("tag: kind: pattern, one per line; the page Tag rules tries them on recent documents."),
    "sensitive": N_("Masked is the cleaned text that is searched and shown; the archived page stays as it was."),
    "include": N_("Regular expressions over the whole address, for example /news/2026/"),
    "exclude": N_("Excluding wins over including."),
    "page_url": N_("With {page}, {offset} or {cursor}. Empty: the list's own link to the next page is followed."),
    "page_size": N_("The step of {offset}."),
    "cursor": N_("JMESPath or JSONPath, for example data.next; it becomes {cursor} in the address of further pages."),
    "fragment": N_("JMESPath or JSONPath, for example data.html, of lists that load more on scrolling."),
    "search_url": N_("With {keyword} and {page} or {offset}. Empty: the template's search address."),
    "keyword_charset": N_("utf-8, or for example gb18030 where the site expects it."),
    "items": N_("JMESPath or JSONPath, for example data.list. Empty: it is found."),
    "fields": N_("For example title = headline, published = meta.time. The usual names need no line."),
    "record_url": N_(
        "With {name} for a value of the record, for example https://…/{id}.html. Empty: the one that it holds."
    ),
    "params": N_("A value may hold {timestamp}, {timestamp_ms}, {nonce} or {secret.NAME} of the credential."),
    "sign_text": N_(
        "{params}: all parameters in order of their names, as a=1&b=2; also {values}, {path}, {secret.NAME}."
    ),
    "resume": N_("For interfaces that are read forward by a cursor."),
    "cursor_field": N_(
        "A time of the last change, or an auto-increment number. There should be an index on it and the key."
    ),
    "key_field": N_("Tells rows with equal values apart."),
    "overlap": N_("Seconds of times, or numbers: rows written late are found, known ones are passed over."),
    "generation": N_("Raise it to read everything again from the beginning."),
    "auth_source": N_("Empty: the one of the entry."),
    "account": N_("Where neither the list nor the article gives it."),
    "text": N_("For OAI-PMH: the record, the article's page, or the record where it has an abstract."),
    "oai_set": N_("For OAI-PMH; empty: all sets."),
    "metadata_prefix": N_("For OAI-PMH; its Dublin Core elements are read."),
    "since": N_("For OAI-PMH; empty: everything."),
    "overlap_days": N_("For OAI-PMH: records that came in late are found, known ones change nothing."),
    "max_depth": N_("0: only the entry page; each further click multiplies the pages read."),
    "sitemaps": N_("Those that robots.txt names, else /sitemap.xml; gzipped, news and index sitemaps included."),
    "sitemap_days": N_("Entries that changed longer ago are left out; 0: none is."),
    "links": N_("An article is told by its address and its text; two rules below correct that."),
}
OPTION_VALUES = {
    "no": N_("none, no browser"),
    "list": N_("the list pages"),
    "all": N_("all pages"),
    "honour": N_("is honoured"),
    "flag": N_("is flagged"),
    "mask": N_("identity numbers, bank cards and keys are masked"),
    "mask_all": N_("is all masked, mobile numbers and e-mail addresses too"),
    "ignore": N_("is ignored"),
    "auto": N_("whichever is complete"),
    "feed": N_("the feed"),
    "none": N_("none"),
    "md5": "MD5",
    "sha1": "SHA-1",
    "sha256": "SHA-256",
    "hmac_md5": "HMAC-MD5",
    "hmac_sha1": "HMAC-SHA-1",
    "hmac_sha256": "HMAC-SHA-256",
    "hex": N_("hexadecimal, small letters"),
    "HEX": N_("hexadecimal, capital letters"),
    "base64": "Base64",
    "pages": N_("tables of contents"),
    "oai": N_("an OAI-PMH repository"),
    "record": N_("the record"),
    "page": N_("the entry's page"),
}
