"""The choice of the main text from the probabilities of blocks, and the forest behind them."""

from __future__ import annotations

import io

import numpy as np
import pytest

from collector.extract.content.blocks import Flat, flatten
from collector.extract.page import Page
from collector.extract.roles.body import choose, find_body
from collector.extract.roles.features import features
from collector.extract.roles.forest import packaged, read_forest
from collector.extract.roles.grid import Array
from collector.extract.roles.ruled_out import ruled_out

PARAGRAPH = "The line reopened on Monday, after two years of work, and the first tram left the harbour at nine."
URL = "http://news.example/a/1.html"


def flat_of(body: str) -> Flat:
    root = Page(f"<html><body>{body}</body></html>", URL).tree.body
    assert root is not None
    return flatten(root)


def sizes(*values: float) -> Array:
    return np.log1p(np.array(values, dtype=np.float32))


def test_sure_blocks_are_taken_and_unlikely_ones_left() -> None:
    body = choose(np.array([0.95, 0.05, 0.9]), sizes(500, 500, 300))
    assert body.chosen.tolist() == [True, False, True]
    assert 0.9 < body.confidence <= 1.0


def test_a_large_doubtful_block_is_left_where_it_costs_more_than_it_brings() -> None:
    assert choose(np.array([0.95, 0.2]), sizes(500, 5000)).chosen.tolist() == [True, False]


@pytest.mark.parametrize("probability", [[], [0.1], [0.01, 0.14]])
def test_a_page_without_likely_text_has_none(probability: list[float]) -> None:
    body = choose(np.array(probability), sizes(*(100.0 for _ in probability)))
    assert not body.chosen.any()
    assert body.confidence == 0.0


def test_every_feature_that_the_shipped_model_asks_for_is_computed() -> None:
    names, rows = features(flat_of(f"<p>{PARAGRAPH}</p>"), "")
    assert set(packaged("body").inputs) <= set(names)
    assert rows.shape == (len(names), 1)
    assert np.isfinite(rows).all()


def test_a_model_that_asks_for_something_else_says_what() -> None:
    packed = io.BytesIO()
    np.savez(packed, inputs=["nonsense"], borders=np.zeros((1, 1)), values=np.zeros((1, 2)), bias=np.float32(0))
    with pytest.raises(ValueError, match="nonsense"):
        read_forest(packed.getvalue()).probabilities(["log_size"], np.zeros((1, 3), dtype=np.float32))


def test_the_same_page_always_has_the_same_probabilities() -> None:
    body = f"<div><h1>Head</h1><p>{PARAGRAPH}</p><p>{PARAGRAPH}</p></div><ul><li><a href=/x>More news</a></li></ul>"
    first, again = (find_body(flat_of(body), "Head").probability for _ in range(2))
    assert first.tolist() == again.tolist()


def test_consent_dialogs_are_ruled_out_unless_they_are_all_there_is() -> None:
    dialog = f"<div class='cookie-banner'><p>{PARAGRAPH}</p></div>"
    flat = flat_of(f"{dialog}<p>{PARAGRAPH}</p>")
    assert ruled_out(flat, np.ones(2)).tolist() == [True, False]
    alone = flat_of(dialog)
    assert ruled_out(alone, np.ones(1)).tolist() == [False]


def test_hidden_text_is_ruled_out_unless_the_likely_text_is_hidden() -> None:
    flat = flat_of(f"<p style='display:none'>{PARAGRAPH}</p><p>{PARAGRAPH}</p>")
    assert ruled_out(flat, np.array([0.3, 0.9])).tolist() == [True, False]
    assert ruled_out(flat, np.array([0.9, 0.1])).tolist() == [False, False]
