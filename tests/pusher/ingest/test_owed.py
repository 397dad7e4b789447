"""Redis takes no marks for a while, although the documents are in the log: they are still taken once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kit.errors import BackendUnavailable
from pusher.ingest import owed
from pusher.ingest.owed import OwedMarks
from tests.pusher.fakes import FakeMarks, document, page
from tests.pusher.ingest.conftest import Served


def refuse(_keys: Sequence[str]) -> None:
    raise BackendUnavailable("out of memory")


def test_document_whose_mark_was_refused_is_a_duplicate_when_it_comes_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(served.marks, "confirm", refuse)
        assert served.statuses(page(1)) == ["accepted"]
        # The reservation has run out, and the page was read again meanwhile.
        served.marks.held.clear()
        again = page(1, fence=2, documents=[document(1, content="Another text. " * 9)])
        assert served.statuses(again) == ["duplicate"]
    assert served.statuses(page(2)) == ["accepted"]
    assert list(served.marks.held.values()) == ["done", "done"]
    assert len(served.messages("collect.web")) == 2


def test_what_is_owed_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owed, "MOST", 3)
    marks = FakeMarks()
    kept = OwedMarks(marks)
    with monkeypatch.context() as patch:
        patch.setattr(marks, "confirm", refuse)
        for number in range(5):
            kept.confirm([str(number)])
    assert [kept.owes(str(number)) for number in range(5)] == [False, False, True, True, True]
    kept.pay()
    assert (sorted(marks.held), kept.owes("4")) == (["2", "3", "4"], False)
