"""Learning weights: what tells right from wrong gets the larger one."""

from collector.extract.ranking import Candidate, ranked
from tests.bench.train_fields import Example, learn


def page(good: set[str], bad: set[str], half: int = 0) -> Example:
    return Example("made", half, [Candidate("a", "x", bad), Candidate("b", "y", good)], [False, True])


def test_feature_of_right_candidates_outweighs_that_of_wrong_ones() -> None:
    weights = learn([page({"heading", "first"}, {"heading", "last"}) for _ in range(10)], penalty=1.0)
    assert weights["first"] > 0.5 > abs(weights["heading"]) > -0.5 > weights["last"]


def test_learnt_weights_choose_on_a_page_not_seen() -> None:
    weights = learn([page({"first"}, {"last"}) for _ in range(10)], penalty=1.0)
    found = ranked([Candidate("wrong", "x", {"last"}), Candidate("right", "y", {"first"})], weights)
    assert found[0].candidate.value == "right"


def test_same_examples_give_the_same_weights_and_rare_features_none() -> None:
    examples = [page({"first"}, {"last"}) for _ in range(5)] + [page({"first", "rare"}, {"last"})]
    assert learn(examples, penalty=1.0) == learn(examples, penalty=1.0)
    assert "rare" not in learn(examples, penalty=1.0)
