"""Sentences of the alerts' services about wrong input, so that they are in the catalogue."""

from __future__ import annotations

from console.i18n import gettext_noop as N_

SENTENCES = (
    N_("there is no such kind of channel"),
    N_("the address is empty, too long, or has spaces in it"),
    N_("the address is not complete; see the example beside the field"),
    N_("give a name of up to 64 characters"),
    N_("choose at least one channel"),
    N_("there is no such channel"),
    N_("there is no such severity"),
    N_("write something"),
    N_("must be a number of hours"),
    N_("this alert has ended already"),
    N_("the end must be after the beginning and not in the past"),
    N_("a silence may last 90 days at most"),
    N_("give days, a time of the day and a length of up to a week"),
    N_("give a reason, of up to 200 characters"),
    N_("a time is like 2026-12-24 18:00"),
    N_("a time of the day is like 02:30"),
    N_("say when it ends"),
    N_("times are from 0 to 43200 minutes"),
)
