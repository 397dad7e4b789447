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
    "collection.oldest": N_("Oldest waiting task"),
    "collection.dead_letters": N_("Dead letters in the last hour"),
    "collection.success_rate": N_("Windows that succeeded in the last hour"),
    "collection.delayed": N_("Tasks waiting for a retry"),
    "server.roles": N_("Roles at work"),
    "server.progress": N_("Progress of each process"),
    "server.cpu": N_("Processor"),
    "server.memory": N_("Memory"),
    "server.disk": N_("Disk of the data folder"),
    "quality.field_success": N_("Success of extracted fields"),
}
