"""Closed vocabularies in words: what cleaning found, kinds of sources, scopes of tokens."""

from __future__ import annotations

from console.i18n import gettext_noop
from services.tokens.schemas import Scope

N_ = gettext_noop

# What cleaning found in a document (the values of cleaner.core's flags).
FLAGS = {
    "title_missing": N_("no title"),
    "title_too_short": N_("title too short"),
    "title_too_long": N_("title too long"),
    "title_is_site_name": N_("title is the site's name"),
    "title_is_menu_word": N_("title is a menu word"),
    "title_is_error_page": N_("title of an error page"),
    "title_equals_content": N_("title and content are the same"),
    "content_too_short": N_("content too short"),
    "publish_time_missing": N_("no publication time"),
    "publish_time_unreadable": N_("publication time not readable"),
    "publish_time_future": N_("publication time in the future"),
    "publish_time_too_old": N_("publication time too long ago"),
    "encoding_damage": N_("damaged characters"),
    "residue_removed": N_("page remains were removed"),
    "residue_heavy": N_("mostly page remains"),
    "markup_residue": N_("markup left in the text"),
    "language_undetermined": N_("language not recognised"),
    "language_mismatch": N_("another language than the source's"),
    "language_not_allowed": N_("language not wanted"),
    "low_han_share": N_("few Chinese characters"),
    "special_characters": N_("many special characters"),
    "many_digits": N_("mostly figures"),
    "few_end_marks": N_("hardly any full sentences"),
    "mostly_short_lines": N_("mostly short lines"),
    "menu_like": N_("a menu instead of a text"),
    "truncated": N_("only the beginning of a text"),
    "repeated_lines": N_("repeated lines"),
    "repeated_phrases": N_("repeated phrases"),
    "promotion": N_("advertising"),
    "sensitive_id_card": N_("holds an identity card number"),
    "sensitive_secret": N_("holds a password or key"),
    "sensitive_bank_card": N_("holds a bank card number"),
    "sensitive_mobile": N_("holds a mobile number"),
    "sensitive_email": N_("holds an e-mail address"),
    "hash_mismatch": N_("changed on the way: its hash does not match"),
    "tag_rule_invalid": N_("a tag rule is wrong"),
    "tag_rule_timeout": N_("a tag rule took too long"),
}
SCOPES = {
    Scope.SOURCES_READ: N_("see sources"),
    Scope.SOURCES_WRITE: N_("make, change, run and pause sources"),
    Scope.TASKS_READ: N_("see tasks and the queue"),
    Scope.TASKS_WRITE: N_("replay tasks"),
    Scope.DOCUMENTS_READ: N_("search and read documents"),
    Scope.DOCUMENTS_REVIEW: N_("approve and reject documents"),
    Scope.TEMPLATES_READ: N_("see templates"),
    Scope.MONITORS_READ: N_("see the monitors"),
    Scope.MONITORS_WRITE: N_("acknowledge and silence alerts, set thresholds"),
}
SOURCE_TYPES = {
    "WEB": N_("web pages"),
    "COLUMN": N_("list page"),
    "WECHAT": N_("WeChat account"),
    "JOURNAL": N_("journal"),
    "BLOGGER": N_("blog or feed"),
    "KEYWORD": N_("keyword search"),
    "SITE_SEARCH": N_("site search"),
    "INTERNAL_DOC": N_("internal documents"),
    "APP": N_("app interface"),
    "TABLE": N_("database table"),
    "COLLECTION": N_("document collection"),
}
