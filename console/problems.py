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
        (r"^no page was kept for this document$", N_("No page was kept for this document.")),
        (r"^not a content hash: expected 32 hex digits$", N_("A document's hash has 32 digits from 0 to f.")),
        (r"^String should have at least 1 character$", N_("This is needed.")),
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
        (r"^must be an address that begins with http:// or https://$", N_("Must be an address that begins with http:// or https://.")),
        (r"^is not a valid address$", N_("This is not a valid address.")),
        (r"^there is no source (?P<id>\S{1,40})$", N_("There is no source %(id)s.")),
        (r"^there is no template (?P<id>\S{1,40})$", N_("There is no template %(id)s.")),
        (r"^there is no operation (?P<id>\S{1,40})$", N_("There is no operation %(id)s.")),
        (r"^give ids or a filter, one of both$", N_("Choose sources, or a filter.")),
        (r"^there is no such source$", N_("There is no such source.")),
        (r"^type the number of sources, (?P<number>\d{1,9})$", N_("Type the number of sources: %(number)s.")),
        (r"^name a label to add or to remove$", N_("Name a label to add or to remove.")),
        (r"^choose what to do with them$", N_("Choose what to do with them.")),
        (r"^name at least one filter: without one this would be every source$", N_("Choose at least one filter: without one this would be every source.")),
        (r"^(?P<what>\w{1,40}) of source (?P<id>\d{1,19}) was changed since by (?P<by>.{1,80})$", N_("%(what)s was changed since by %(by)s.")),
        (r"^operation (?P<id>\d{1,19}) cannot be taken back$", N_("This operation cannot be taken back (any more).")),
        (r"^operation (?P<id>\d{1,19}) is \w{1,20}: it cannot be started$", N_("This operation was started or stopped already.")),
        (r"^there is no user (?P<id>\S{1,40})$", N_("There is no user %(id)s.")),
        (r"^there is no window (?P<id>.{1,100})$", N_("There is no task %(id)s.")),
        (r"^template (?P<id>\S{1,40}) has no version (?P<number>\S{1,40})$", N_("Template %(id)s has no version %(number)s.")),
        (
            r"^(?P<kind>\S{1,40}) .{1,300} is collected already by source (?P<id>\d{1,19}) \((?P<name>.{0,300})\)$",
            N_("This address is collected already by source %(id)s, %(name)s."),
        ),
        (
            r"^source (?P<id>\d{1,19}) changed meanwhile: you saw version (?P<seen>\d{1,12}), it is at version (?P<now>\d{1,12}) since (?P<since>.{1,40} UTC) by (?P<by>.{1,80})$",
            N_("%(by)s changed it meanwhile (%(since)s): you saw version %(seen)s, it is at version %(now)s now."),
        ),
        (r"^source (?P<id>\d{1,19}) changed meanwhile: it is at version (?P<now>\d{1,12}) now$", N_("It was changed meanwhile and is at version %(now)s now.")),
        (r"^source (?P<id>\d{1,19}) is not enabled: resume it first$", N_("The source is paused or watched only: resume it first.")),
        (r"^template (?P<id>\d{1,19}) has the name (?P<name>.{1,200}) already$", N_("Template %(id)s has the name %(name)s already.")),
        (
            r"^version (?P<number>\d{1,12}) is older than the live version (?P<live>\d{1,12}): roll back to it instead$",
            N_("Version %(number)s is older than the published version %(live)s: go back to it instead."),
        ),
        (r"^golden sample (?P<name>.{0,120}) breaks: the template does not recognise this page$", N_("Golden sample %(name)s breaks: the template does not recognise the page.")),
        (r"^golden sample (?P<name>.{0,120}) breaks: the template takes this page for a good one$", N_("Golden sample %(name)s breaks: the template takes the page for a good one.")),
        (r"^golden sample (?P<name>.{0,120}) breaks: (?P<fields>.{1,2000})$", N_("Golden sample %(name)s breaks: %(fields)s.")),
        (r"^the template has no good golden sample$", N_("The template has no golden sample of a good page.")),
        (r"^the template has no bad golden sample$", N_("The template has no golden sample of a page that it must refuse.")),
        (r"^in the shadow run (?P<field>.{1,60}) was lost on (?P<lost>\d{1,12}) of (?P<seen>\d{1,12}) pages$", N_("In the shadow run %(field)s was lost on %(lost)s of %(seen)s pages.")),
        (r"^the version has not run in the shadow of the live one$", N_("The version has not run in the shadow of the live one.")),
        (r"^the shadow run has seen (?P<pages>\d{1,12}) pages only$", N_("The shadow run has seen %(pages)s pages only.")),
        (r"^the template does not recognise this page$", N_("The template does not recognise this page.")),
        (r"^the template takes this page for a good one$", N_("The template takes this page for a good one.")),
        (r"^nothing is live yet that the version could be compared with$", N_("Nothing is published yet that the version could be compared with.")),
        (r"^version (?P<number>\d{1,12}) is the live one$", N_("Version %(number)s is the published one.")),
        (r"^a shadow run lasts more than 0 and at most (?P<most>\d{1,6}) hours$", N_("A shadow run lasts more than 0 and at most %(most)s hours.")),
        (r"^a shadow run reads 0\.1 to (?P<most>\d{1,3}) % of the pages$", N_("A shadow run reads 0.1 to %(most)s %% of the pages.")),
        (r"^a template has at most (?P<most>\d{1,6}) golden samples", N_("A template has at most %(most)s golden samples: remove one first.")),
        (r"^give the sample a name$", N_("Give the sample a name.")),
        (r"^template (?P<id>\d{1,19}) has no sample (?P<number>\d{1,12})$", N_("Template %(id)s has no sample %(number)s.")),
        (r"^window (?P<id>\S{1,100}) has not ended yet$", N_("Task %(id)s has not ended yet.")),
        (r"^there is a user (?P<name>.{1,80}) already$", N_("There is a user %(name)s already.")),
        (r"^(?P<name>\S{1,80}) is the last active administrator$", N_("%(name)s is the last active administrator.")),
        (r"^the present password is not right$", N_("The present password is not right.")),
        (r"^the new password is the old one$", N_("The new password is the old one.")),
        (r"^the password must not be the user name$", N_("The password must not be the user name.")),
        (r"^a password has (?P<least>\d{1,9}) to (?P<most>\d{1,9}) characters$", N_("A password has %(least)s to %(most)s characters.")),
        (r"^a user name has 1 to 64 letters", N_("A user name has 1 to 64 letters, digits or the signs . _ - @ +")),
        (r"^a template's name has 1 to (?P<most>\d{1,9}) characters$", N_("A template's name has 1 to %(most)s characters.")),
        (r"^a token needs a name of 1 to 64 characters$", N_("A token needs a name of 1 to 64 characters.")),
        (r"^choose at least one scope$", N_("Choose at least one scope.")),
        (r"^your role does not allow (?P<scope>\S{1,40})$", N_("Your role does not allow %(scope)s.")),
        (r"^a name of 1 to (?P<most>\d{1,9}) characters is needed$", N_("A name of 1 to %(most)s characters is needed.")),
        (r"^there is nothing to keep: search for something first$", N_("There is nothing to keep: search for something first.")),
        (r"^there are (?P<most>\d{1,9}) searches already: forget one first$", N_("There are %(most)s kept searches already: forget one first.")),
        (r"^there is no search (?P<id>\S{1,40}) of yours$", N_("You have no search %(id)s.")),
        (r"^there are (?P<most>\d{1,9}) tokens already: revoke one", N_("There are %(most)s tokens already: revoke one that is not used.")),
        (r"^there is no such role$", N_("There is no such role.")),
        (r"^this needs the role (?P<role>\w{1,20})$", N_("This needs the role %(role)s.")),
        (r"^this page link is damaged: start again from the first page$", N_("This page link is damaged: start again from the first page.")),
        (r"^must be a language tag such as zh, en or pt-BR$", N_("Must be a language tag such as zh, en or pt-BR.")),
        (r"^contains control characters$", N_("Contains control characters.")),
        (r"^(?P<name>'.{1,60}') cannot be set as a header$", N_("%(name)s cannot be set as a header.")),
        (
            r"^(?P<name>'.{1,60}') belongs into the credential, which is bound to where it may be sent$",
            N_("%(name)s belongs into the credential, which is bound to where it may be sent."),
        ),
        (r"^no value of (?P<name>\S{1,100}) is stored: enter it$", N_("No value of %(name)s is stored: enter it.")),
        (
            r"^the value of (?P<name>\S{1,100}) was entered for another host; enter it again, or remove it, when the address changes$",
            N_("The value of %(name)s was entered for another host: enter it again, or remove it, when the address changes."),
        ),
        (r"^each line needs a name, a colon and a value$", N_("Each line needs a name, a colon and a value.")),
        (r"^robots_reason: say why robots.txt may be ignored for this source$", N_("Say why robots.txt may be ignored for this source.")),
        (r"^(?P<name>username|password|token|name|value) is missing$", N_("%(name)s of the credential is missing.")),
        (r"^give at least one line, name: value$", N_("Give at least one line, name: value.")),
        (r"^a value is too long or contains control characters$", N_("A value is too long or contains control characters.")),
        (r"^a user name cannot contain a colon$", N_("A user name cannot contain a colon.")),
        (r"^this name cannot be set as a header$", N_("This name cannot be set as a header.")),
        (r"^origin must be like https://host or https://host:port$", N_("Write it like https://host or https://host:port.")),
        (r"^say where it may be sent: origin, like https://host$", N_("Say where it may be sent, like https://host.")),
        (
            r"^was entered for (?P<origin>.{1,300}); enter it again, or remove it, when the address changes$",
            N_("The credential was entered for %(origin)s: enter it again, or remove it, when the address changes."),
        ),
        (r"^not a regular expression: (?P<why>.{1,300})$", N_("Not a regular expression: %(why)s")),
        (r"^not JSON: (?P<why>.{1,300})$", N_("Not JSON: %(why)s")),
        (r"^must be a JSON object$", N_("Must be a JSON object.")),
        (r"^template: holds neither a list nor a detail part$", N_("The template names no field: give at least one a selector.")),
        (r"^list fields must hold a rule named 'url'$", N_("The list needs a field named url.")),
        (r"^selector (?P<text>.{1,1100}) must begin with one of (?P<kinds>.{1,200})$", N_("The selector %(text)s must begin with one of %(kinds)s.")),
        (r"^selector (?P<text>.{1,1100}) is empty after (?P<kind>\S{1,20}):$", N_("The selector %(text)s is empty.")),
        (r"^transform (?P<text>.{1,1100}) is not known: use one of (?P<known>.{1,300})$", N_("There is no transform %(text)s: use one of %(known)s.")),
        (r"^the page is longer than (?P<most>[\d,]{1,20}) characters$", N_("The page is longer than %(most)s characters.")),
        (r"^the page is nested deeper than (?P<most>[\d,]{1,20}) elements$", N_("The page is nested deeper than %(most)s elements.")),
        (r"^there is no archived page of document (?P<hash>.{1,80})$", N_("There is no archived page of document %(hash)s.")),
        (r"^there is no document (?P<hash>.{1,80})$", N_("There is no document %(hash)s.")),
        (r"^the database does not answer", N_("The database does not answer.")),
        (r"^Redis does not answer", N_("The queue does not answer.")),
    )
)  # fmt: skip


def translated_problem(sentence: str, gettext: Callable[..., str]) -> str:
    for pattern, message in PATTERNS:
        if found := pattern.match(sentence):
            return gettext(message, **found.groupdict()) if found.groupdict() else gettext(message)
    return gettext(sentence)
