"""Collection events on the log topic `collect.events`: what the monitors and a document's trace are made of."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Stage = Literal[
    "scheduled", "claimed", "fetched", "extracted", "pushed", "ended", "ingested", "cleaned", "indexed", "rejected"
]


class CollectEvent(Struct, frozen=True, rename="camel", omit_defaults=True):
    """`at` is Unix milliseconds. `outcome` is "ok" or a FailureClass. `numbers` holds counts and durations in ms.

    The monitors add up the numbers `documents`, `elapsed` and `bytes`, and take `since_due` of "indexed" as the time from due to
    searchable (without it: from the window in the task id). `fields` of "extracted" maps field → path, a field that was not found is
    left out or empty; of "cleaned" it holds `flags` as "a,b". `detail` of "rejected" is the reason.
    """

    task_id: str
    source_id: str
    stage: Stage
    at: int
    url: str = ""
    worker: str = ""
    outcome: str = "ok"
    detail: str = ""
    content_hash: str = ""
    template_version: str = ""
    numbers: dict[str, float] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    schema: int = 1
