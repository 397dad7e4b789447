"""Checks and their states in words. A check without an entry is shown by its key; a test finds it."""

from __future__ import annotations

from console.i18n import gettext_noop

N_ = gettext_noop

STATES = {
    "ok": (N_("well"), "ok"),
    "warn": (N_("look at it"), "warn"),
    "down": (N_("broken"), "bad"),
    "unknown": (N_("unknown"), "off"),
    "gone": (N_("no longer watched"), "off"),
    "": (N_("new"), "off"),
}
SLICES = {
    "source": N_("Sources"),
    "collection": N_("Collecting"),
    "server": N_("Servers"),
    "quality": N_("Quality"),
}
CHECKS = {
    "source.staleness": N_("Last success against the cadence"),
    "source.failures": N_("Failures in a row"),
    "source.paused": N_("Paused by failures"),
    "source.content": N_("New items against what is usual"),
    "source.links": N_("Dead links of each source"),
    "collection.oldest": N_("Oldest waiting task"),
    "collection.dead_letters": N_("Dead letters in the last hour"),
    "collection.success_rate": N_("Windows that succeeded in the last hour"),
    "collection.delayed": N_("Tasks waiting for a retry"),
    "server.roles": N_("Roles at work"),
    "server.progress": N_("Progress of each process"),
    "server.taking": N_("Collectors take what waits"),
    "server.cpu": N_("Processor"),
    "server.memory": N_("Memory"),
    "server.disk": N_("Disk of the data folder"),
    "server.delivery": N_("Delivery of each channel"),
    "quality.field_success": N_("Success of extracted fields"),
    "quality.flags": N_("Mixture of quality flags"),
    "quality.structure": N_("Structure of pages"),
}
INCIDENTS = {
    "firing": (N_("firing"), "bad"),
    "resolved": (N_("resolved"), "ok"),
    "closed": (N_("no longer watched"), "off"),
}
EVENTS = {
    "fired": N_("Began"),
    "worse": N_("Became worse"),
    "told": N_("Told"),
    "held": N_("Explained by another alert"),
    "released": N_("No longer explained by another alert"),
    "silence_set": N_("Silence set"),
    "silenced": N_("Silenced"),
    "silence_over": N_("Silence ended"),
    "escalated": N_("Escalated"),
    "acknowledged": N_("Acknowledged"),
    "assigned": N_("Assigned"),
    "comment": N_("Comment"),
    "resolved": N_("Resolved"),
    "closed": N_("No longer watched"),
}
# What alerts there are beside those of checks.
ALERTS = {**CHECKS, "platform.sources": N_("Many sources fail together")}
