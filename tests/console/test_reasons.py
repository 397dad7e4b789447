"""Every code that the services know has a sentence, and every sentence fills."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from importlib import resources

import pytest

from cleaner.core.flags import Flag
from collector.sources.registry import KINDS
from console import option_words, reasons, vocabulary
from console.i18n import Formats, catalogue
from console.sentences import sentence
from console.source_rows import state_of
from kit.contracts.task import FailureClass, TaskState, WaitCause
from services.accounts.schemas import Role
from services.reasons import Reason
from services.sources.schemas import SourceReason, SourceStatus, SourceView
from services.tasks.schemas import TaskReason
from services.templates.schemas import VersionStatus

FORMATS = Formats("en", UTC, datetime(2026, 11, 30, 12, tzinfo=UTC))


def test_no_code_is_without_words() -> None:
    assert set(reasons.SOURCE_REASONS) == set(SourceReason)
    assert set(reasons.TASK_REASONS) == set(TaskReason)
    assert set(reasons.FAILURES) == set(FailureClass)
    assert set(reasons.TASK_STATES) == set(TaskState)
    assert set(reasons.SOURCE_STATES) == {int(status) for status in SourceStatus}
    assert set(reasons.ROLE_NAMES) == set(reasons.ROLE_VERBS) == set(Role)
    assert set(reasons.VERSION_STATES) == set(VersionStatus)
    assert set(vocabulary.FLAGS) == set(Flag)
    assert set(KINDS) <= set(vocabulary.SOURCE_TYPES)


def test_every_option_of_every_kind_has_a_label() -> None:
    names = {name for kind in KINDS.values() for name in kind.options.model_fields}
    assert names - set(option_words.OPTIONS) == set()


def test_every_cause_of_waiting_has_words_also_those_that_the_queue_itself_writes() -> None:
    folder = resources.files("kit.adapters.real") / "lua"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    written = set(re.findall(r"'PENDING', 'reason', '(\w+)'", " ".join(texts)))
    assert {"queued", WaitCause.LEASE_LAPSED, WaitCause.QUEUE_RESTORED} <= written <= {"queued", *WaitCause}
    assert set(reasons.CAUSES) == {*WaitCause, "paused", "deleted"}


def test_every_reason_is_translated() -> None:
    say = catalogue("zh").gettext
    tables = (reasons.SOURCE_REASONS, reasons.TASK_REASONS, reasons.CAUSES, reasons.FAILURES)
    assert [text for table in tables for text in table.values() if say(text) == text] == []


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_reason_without_its_values_is_still_a_sentence(locale: str) -> None:
    say = catalogue(locale).gettext
    for table in (reasons.SOURCE_REASONS, reasons.TASK_REASONS):
        for code in table:
            text = sentence(table, code, {}, say, FORMATS)
            assert "%" not in text
            assert text


def test_times_numbers_and_failures_in_a_reason_are_written_for_people() -> None:
    params = {"retries": 2, "until": "2026-11-30T13:05:00+00:00", "failure": "timeout"}
    text = sentence(reasons.TASK_REASONS, "retry_at", params, str, FORMATS)
    assert text == "Failures so far: 2. Tries again at 30 Nov 13:05. The site did not answer in time."


def test_a_code_from_a_newer_version_is_shown_as_it_is() -> None:
    assert sentence(reasons.TASK_REASONS, "brand_new", {}, str, FORMATS) == "brand_new"


@pytest.mark.parametrize(
    ("code", "status", "state"),
    [
        (SourceReason.WINDOW_OPEN, 1, "running"),
        (SourceReason.THROTTLED, 1, "slowed"),
        (SourceReason.PAUSED_FAILURES, 0, "stopped"),
        (SourceReason.TEMPLATE_MISSING, 1, "stopped"),
        (SourceReason.ANSWERS_AGAIN, 0, "answers again"),
        (SourceReason.PAUSED_BY, 0, "paused"),
        (SourceReason.NEXT_RUN, 1, "collected"),
        (SourceReason.WATCHED_ONLY, 2, "watched only"),
    ],
)
def test_the_state_of_a_source_tells_what_a_glance_should(code: SourceReason, status: int, state: str) -> None:
    blank = dict.fromkeys(SourceView.__struct_fields__)
    source = SourceView(**{**blank, "status": status})  # type: ignore[arg-type]
    assert state_of(source, Reason(code))[0] == state
