"""What the days of a page say about each other, and what speaks for none of them."""

from __future__ import annotations

import re
from datetime import date, datetime
from urllib.parse import urlsplit

from collector.extract.dates.days import Days, Witness
from collector.extract.dates.head import kind_of
from collector.extract.dates.stated import printed_anywhere
from collector.extract.page import Page
from collector.extract.ranking import Candidate

NOTHING = "none"

_CLEAN = frozenset(("line", "labelled", "dateline", "time:clean", "marked:clean", "ld:pub", "meta:pub"))


def join_zones(days: Days) -> None:
    """The same moment told in UTC and in local time is one day: the local one."""
    times = [(day, one) for day, candidate in days.found.items() for one in candidate.value if len(one.value) > 10]
    for day, one in times:
        if not one.value.endswith("Z") or one.rank > 2:
            continue
        moment = datetime.fromisoformat(one.value)
        for other, two in times:
            if abs((date.fromisoformat(other) - moment.date()).days) == 1 and _same(moment, two):
                if day in days.found and other in days.found:
                    days.found[other].features |= days.found[day].features
                    days.found.pop(day)
                break


def _same(moment: datetime, local: Witness) -> bool:
    """Whether a local time tells the moment: by its offset, or printed without one at a whole quarter hour's distance."""
    other = datetime.fromisoformat(local.value)
    apart = abs((other - moment).total_seconds())
    if apart < 61:
        return not local.value.endswith("Z")
    printed = local.rank >= 3 and apart <= 14 * 3600
    return printed and (apart % 900 < 60 or apart % 900 > 840)


def relate(page: Page, days: Days, declared: dict[str, str]) -> None:
    kind = kind_of(page)
    stated = (declared.get("pub") or declared.get("meta") or "")[:10]
    order = sorted(days.found)
    for day, one in days.found.items():
        features = one.features
        seen = any(witness.rank >= 2 and witness.rank <= 5 for witness in one.value)
        declares = bool(features & {"ld:pub", "meta:pub"})
        features.add(("seen" if seen else "unseen") + (":declared" if declares else ""))
        if declares and not seen and printed_anywhere(page.html, day, days.at):
            features.add("printed")
        elif declares and not seen:
            features.add(f"unseen:{kind}" if "ld:pub" in features else "unseen:meta")
        if "ld:pub" in features and "meta:pub" in features:
            features.add("both-declared")
        if day == declared.get("mod", "")[:10]:
            features.add("is-modified")
        if stated and day != stated:
            gap = (date.fromisoformat(day) - date.fromisoformat(stated)).days
            features.add("beside-declared" if abs(gap) == 1 else "after-declared" if gap > 0 else "before-declared")
        if any(len(witness.value) > 10 for witness in one.value):
            features.add("timed")
        if (
            seen
            and not features & _CLEAN
            and features & {"marked:foreign", "time:foreign", "marked:comment", "time:comment"}
        ):
            features.add("only-foreign")
        if "url" in features and seen:
            features.add("url+seen")
        if len(order) > 1 and day == order[0]:
            features.add("earliest")
        if len(order) > 1 and day == order[-1]:
            features.add("latest")


def no_day(page: Page, days: Days, declared: dict[str, str]) -> Candidate:
    kind = (page.meta("og:type") or ("", "none"))[1].lower()
    path = urlsplit(page.url).path.rstrip("/") if "://" in page.url else ""
    slug = path.rsplit("/", 1)[-1]
    features = {"nothing", f"nothing:og:{kind if kind in ('article', 'website', 'none') else 'other'}"}
    features.add(f"nothing:ld:{kind_of(page) if page.article else 'none'}")
    features.add(
        "nothing:home" if not path else "nothing:words" if slug.count("-") + slug.count("_") >= 3 else "nothing:short"
    )
    features.add(f"nothing:depth{min(path.count('/'), 4)}")
    features.add(f"nothing:days{min(len(days.found), 4)}")
    features.add("nothing:declared" if "pub" in declared or "meta" in declared else "nothing:undeclared")
    if re.search(r"\d{5}", path):
        features.add("nothing:number")
    return Candidate([], NOTHING, features)
