"""Collection events on the log topic `collect.events`: what the monitors and a document's trace are made of."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Stage = Literal[
    "scheduled",
    "claimed",
    "fetched",
    "extracted",
    "shadowed",
    "judged",
    "pushed",
    "ended",
    "ingested",
    "cleaned",
    "indexed",
    "rejected",
    "quarantined",
]


class CollectEvent(Struct, frozen=True, rename="camel", omit_defaults=True):
    """`at` is Unix milliseconds. `outcome` is "ok" or a FailureClass. `numbers` holds counts and durations in ms.

    What the monitors count: the numbers `documents`, `elapsed` and `bytes` of every stage; `due_to_searchable_ms` of "indexed" and
    `due_to_done_ms` of "ended"; `fields` of "extracted", which map field → path for what was found (a list page has the number `links`
    instead); `flags` ("a,b") among the fields of "cleaned" and "rejected"; the reason before the colon in the `detail` of "rejected".
    Pages compared with their family's baseline have the number `judged` in "extracted"; "judged" beside it has what differs, or a page to learn
    from: the fields `family`, `verdict`, `blocked` ("a,b"), `evidence` and `sight` (JSON), the number `revision`. "quarantined": the document is
    held, under the object key in `detail`; its fields `family`, `verdict`, `blocked`, `page` (fingerprint), the number `revision`.
    "shadowed" tells what a draft of the template made of the page: the numbers `draft` and `run`, and fields → JSON [kind, live, draft].
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
