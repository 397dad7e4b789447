"""Every code that people meet, as words and as a sentence. The sentences are message ids; `params` of the reason fill them."""

from __future__ import annotations

from console.i18n import gettext_noop

N_ = gettext_noop

ROLE_NAMES = {"viewer": N_("viewer"), "operator": N_("operator"), "admin": N_("administrator")}
ROLE_VERBS = {
    "viewer": N_("sees every page, changes nothing"),
    "operator": N_("also manages sources, templates, tasks and dead letters"),
    "admin": N_("also manages accounts and reads the audit log"),
}


SOURCE_STATES = {
    0: (N_("paused"), "off"),
    1: (N_("collected"), "ok"),
    2: (N_("watched only"), "off"),
}

RUNNING = (N_("running"), "run")
SLOW = (N_("slowed"), "warn")
STOPPED = (N_("stopped"), "bad")
ANSWERS = (N_("answers again"), "warn")

# S8: why a source is not running right now (services.sources.schemas.SourceReason).
SOURCE_REASONS = {
    "next_run": N_("Runs next at %(at)s."),
    "revisit": N_("Runs next at %(at)s: it has proved worth a visit about every %(minutes)s minutes."),
    "overdue": N_("Due since %(since)s; the scheduler will take it next."),
    "spread": N_("Due since %(since)s; overdue work is spread after an outage, its turn is at %(at)s."),
    "window_open": N_("Being collected: task %(task_id)s has not ended yet."),
    "throttled": N_("Slowed down after repeated failures (weight %(weight)s) since %(since)s; runs next at %(at)s."),
    "retry_after": N_("The site asked for a pause until %(until)s; runs next at %(at)s."),
    "paused_by": N_("Paused by %(by)s since %(since)s."),
    "paused_failures": N_("Paused after too many failures in a row since %(since)s; probed again at %(at)s."),
    "answers_again": N_("Paused after failures, but the site answered again at %(answered_at)s: it can be resumed."),
    "watched_only": N_("Watched only since %(since)s: nothing is collected."),
    "schedule_invalid": N_("Its schedule %(cron)s in %(zone)s never fires or cannot be read: correct it."),
    "never_runs": N_("Has no schedule: runs only when asked."),
    "template_missing": N_("Its template %(template_id)s does not exist."),
    "template_unpublished": N_("Its template %(template_id)s has no published version."),
    "deleted": N_("Deleted at %(at)s."),
}
SLOWED = frozenset({"throttled", "retry_after", "overdue", "spread"})
BROKEN = frozenset({"schedule_invalid", "paused_failures", "template_missing", "template_unpublished"})

# S8: why a task is where it is (services.tasks.schemas.TaskReason).
TASK_REASONS = {
    "waiting": N_("Waits in lane %(priority)s since %(since)s."),
    "waiting_config": N_("Waits since %(since)s for its source's configuration."),
    "handed_back": N_("Handed back by its worker (%(cause)s) until %(until)s."),
    "running": N_("Worker %(worker)s has it since %(since)s."),
    "waiting_details": N_("Its list is read; pages found on it are still being collected since %(since)s."),
    "retry_at": N_("Failures so far: %(retries)s. Tries again at %(until)s. %(failure)s"),
    "lost": N_("The queue has forgotten it; the scheduler puts it back."),
    "ending": N_("Has just ended; the ledger follows within a second."),
    "done": N_("Done. Documents: %(documents)s."),
    "spooled": N_("Done. Documents: %(documents)s, kept on the worker's disk until the ingest service takes them."),
    "nothing_new": N_("Done: nothing new on the page."),
    "failed_for_good": N_("Given up; tries: %(attempts)s. %(failure)s"),
    "cancelled": N_("Cancelled: %(cause)s."),
}
CAUSES = {
    "config": N_("its configuration was not in the cache"),
    "shutdown": N_("the worker was shut down"),
    "rate_limit": N_("the site's request rate was used up"),
    "retry_after": N_("the site asked for a pause"),
    "source_full": N_("as many of the source's tasks as may run at once were running"),
    "host_full": N_("its host is slow and had its share of the worker"),
    "spool_full": N_("the worker's disk had no room until the ingest service takes documents"),
    "backend_away": N_("a server that it needs did not answer"),
    "suspect": N_("a worker ended while it had this task, so it has to run alone"),
    "second_look": N_("its page stood out and is looked at a second time"),
    "lease_lapsed": N_("its worker ended or fell silent"),
    "compensated": N_("its worker was started anew"),
    "queue_restored": N_("the queue's server started anew or another one took over"),
    "paused": N_("the source was paused"),
    "deleted": N_("the source was deleted"),
}

# F7: why a fetch or a parse failed, and what usually cures it.
FAILURES = {
    "dns": N_("The host name could not be resolved."),
    "connect": N_("The server could not be reached."),
    "tls": N_("The encrypted connection failed; the site's certificate may be invalid or expired."),
    "timeout": N_("The site did not answer in time."),
    "http_401": N_("The site asks for a sign-in (401)."),
    "http_403": N_("The site refused the request (403)."),
    "http_404": N_("The page does not exist (404)."),
    "http_410": N_("The page was removed for good (410)."),
    "http_429": N_("The site asks for fewer requests (429)."),
    "http_4xx": N_("The site refused the request (another 4xx answer)."),
    "http_5xx": N_("The site has an error of its own (5xx)."),
    "too_large": N_("The page is larger than the limit."),
    "redirect": N_("The page redirects too often, or to an address that may not be fetched."),
    "robots": N_("The site's robots.txt forbids this page."),
    "blocked": N_("The address is not allowed, or the site shows a block page."),
    "decode": N_("The page's bytes could not be read as text or unpacked."),
    "parse": N_("The page could not be parsed, or a required field was missing."),
    "empty": N_("The page held no content."),
    "protocol": N_("The server's answer broke the HTTP protocol."),
    "config": N_("The source's configuration does not fit: check its options and template."),
    "crashed": N_("The worker process ended while it had this task."),
    "internal": N_("An error inside Catchment; the log has it."),
}

TASK_STATES = {
    "PENDING": (N_("waiting"), "off"),
    "RUNNING": (N_("running"), "run"),
    "SUCCESS": (N_("done"), "ok"),
    "FAILED": (N_("failed, tries again"), "warn"),
    "DEAD": (N_("given up"), "bad"),
}

# Words that only templates use through `_(name)`.
OTHER_STATES = (
    N_("silent"), N_("no progress"), N_("working"), N_("active"), N_("closed"), N_("not published"), N_("passes"), N_("breaks"),
)  # fmt: skip
VERSION_STATES = {"draft": (N_("draft"), "off"), "live": (N_("live"), "ok"), "retired": (N_("retired"), "off")}
SHADOW_STATES = {
    "running": (N_("running"), "run"),
    "over": (N_("time is up"), "ok"),
    "stopped": (N_("stopped"), "off"),
    "discarded": (N_("discarded"), "bad"),
    "promoted": (N_("published"), "ok"),
    "replaced": (N_("replaced"), "off"),
}
# What a draft made of a field, against the live version (services.templates.shadow_counts.KINDS).
SHADOW_KINDS = {
    "same": N_("the same"),
    "changed": N_("another value"),
    "shorter": N_("a part of it"),
    "longer": N_("more than before"),
    "gained": N_("found now"),
    "lost": N_("lost"),
}
FIELD_STATES = {
    "success": (N_("found"), "ok"),
    "not_found": (N_("not found"), "bad"),
    "empty": (N_("empty"), "warn"),
    "malformed": (N_("malformed"), "warn"),
    "heuristic": (N_("guessed"), "warn"),
    "cleaned_to_empty": (N_("nothing left after cleaning"), "warn"),
    "truncated": (N_("cut"), "warn"),
}
DOCUMENT_STATES = {
    "indexed": (N_("searchable"), "ok"),
    "superseded": (N_("replaced by a newer version"), "off"),
    "review": (N_("waiting for review"), "warn"),
    "rejected": (N_("rejected"), "bad"),
    "hidden": (N_("kept in the archive only"), "off"),
}
DUPLICATE_KINDS = {
    "": N_("first of the group"),
    "exact": N_("the same text"),
    "near": N_("nearly the same text"),
    "contains": N_("one contains the other"),
    "version": N_("version of the same page"),
}
