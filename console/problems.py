"""Sentences about wrong input, in the reader's language.

Services name problems in English. Each pattern here recognises one family of sentences and gives its message and the values in it;
a sentence that is in no family is shown as it is, which is better than hiding it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from console.i18n import gettext_noop

N_ = gettext_noop
PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), message)
    for pattern, message in (
        (r"^Field required$", N_("This is needed.")),
        (r"^not a whole number$|^Input should be a valid integer.{0,200}$", N_("Write a whole number.")),
        (r"^not a number$|^Input should be a valid number.{0,200}$", N_("Write a number.")),
        (r"^Input should be a valid boolean.{0,200}$", N_("Choose yes or no.")),
        (r"^Input should be (?P<choices>'.{1,300})$", N_("Use one of: %(choices)s.")),
        (r"^Input should be greater than or equal to (?P<least>\S{1,20})$", N_("Must be %(least)s or more.")),
        (r"^Input should be less than or equal to (?P<most>\S{1,20})$", N_("Must be %(most)s or less.")),
        (r"^Input should be greater than (?P<least>\S{1,20})$", N_("Must be more than %(least)s.")),
        (r"^Input should be less than (?P<most>\S{1,20})$", N_("Must be less than %(most)s.")),
        (r"^String should have at least (?P<least>\d{1,9}) characters?$", N_("Needs at least %(least)s characters.")),
        (r"^String should have at most (?P<most>\d{1,9}) characters?$", N_("Can have at most %(most)s characters.")),
        (r"^Extra inputs are not permitted$", N_("There is no setting of this name.")),
        (r"^unknown time zone (?P<value>.{1,80}): use", N_("There is no time zone %(value)s: use a name such as Asia/Shanghai.")),
        (r"^no such day: (?P<expr>.{1,200}) never fires$", N_("No such day: %(expr)s never fires.")),
        (
            r"^a cron expression has five fields \(minute, hour, day, month, weekday\), not (?P<count>\d{1,9})$",
            N_("A cron expression has five fields (minute, hour, day, month, weekday), not %(count)s."),
        ),
        (r"^the (?P<part>.{1,40}) in (?P<expr>.{1,200}) is not valid$", N_("The field %(part)s of %(expr)s is not valid.")),
        (r"^the cron expression is longer than (?P<most>\d{1,9}) characters$", N_("Can have at most %(most)s characters.")),
        (r"^cannot read the cron expression (?P<expr>.{1,200})$", N_("%(expr)s cannot be read as a cron expression.")),
    )
)  # fmt: skip


def translated_problem(sentence: str, gettext: Callable[..., str]) -> str:
    for pattern, message in PATTERNS:
        if found := pattern.match(sentence):
            return gettext(message, **found.groupdict()) if found.groupdict() else gettext(message)
    return gettext(sentence)
