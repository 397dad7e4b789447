"""What the page after a form says, by the code in its address."""

from __future__ import annotations

from console.i18n import gettext_noop

DONE = {
    "created": gettext_noop("Created."),
    "saved": gettext_noop("Saved."),
    "deleted": gettext_noop("Deleted. It can no longer be scheduled; its documents stay."),
    "paused": gettext_noop("Paused. Nothing new is scheduled until it is resumed."),
    "resumed": gettext_noop("Resumed. It runs again at its next time."),
    "watched": gettext_noop("Watched only: its schedule is kept, nothing is collected."),
    "run": gettext_noop("Asked to run now. It is scheduled within a second."),
    "published": gettext_noop("Published. All sources of this template use the version now."),
    "version": gettext_noop("Saved as a new version. It is not published yet."),
    "gate_closed": gettext_noop("Not published: what stands in the way is listed here."),
    "sample_added": gettext_noop("Kept. From now on every version has to make the same of this page."),
    "sample_removed": gettext_noop("The sample was removed."),
    "shadow_started": gettext_noop("Running in the shadow of the live version. It writes nothing."),
    "shadow_stopped": gettext_noop("The shadow run has ended; its report stays."),
    "replayed": gettext_noop("Put back into its lane with a fresh number of tries."),
    "gone": gettext_noop("These were no longer dead letters: somebody else replayed or discarded them."),
    "operation_stopped": gettext_noop("Stopped. What is done stays done, what waited was left alone."),
    "none_ticked": gettext_noop("Nothing was ticked, so nothing was changed."),
    "discarded": gettext_noop("Taken out of the dead letters."),
    "approved": gettext_noop("Approved: searchable now, also after it is cleaned again."),
    "rejected": gettext_noop("Rejected: shown in no search. It can be approved later."),
    "structure_confirmed": gettext_noop(
        "Confirmed. The new structure is the one to compare with; what was held is stored now."
    ),
    "structure_rejected": gettext_noop(
        "Rejected. What is held is read again once a new version of the template is published."
    ),
    "fixed": gettext_noop("Put right and approved: searchable now, also after it is cleaned again."),
    "tags_saved": gettext_noop("Saved. Documents that are cleaned from now on get these tags."),
    "undone": gettext_noop("Undone, as if nobody had decided."),
    "password": gettext_noop("Password changed. Other sessions of this account have ended."),
    "revoked": gettext_noop("Revoked. Programs that use it are refused from now on."),
    "channel_tested": gettext_noop("A test is on its way; how it went stands here in a moment."),
    "search_kept": gettext_noop("Kept. It stands under “Kept searches” on this page."),
    "search_forgotten": gettext_noop("The search was forgotten."),
    "user_created": gettext_noop("The account exists. Tell its owner the name and the first password."),
    "user_changed": gettext_noop("The account was changed."),
}
