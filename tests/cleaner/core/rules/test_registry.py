from cleaner.core import DEFAULTS, RULES, Flag


def test_every_flag_belongs_to_exactly_one_rule() -> None:
    assert sorted(rule.flag for rule in RULES) == sorted(Flag)


def test_every_rule_has_a_name_a_weight_and_a_docstring() -> None:
    for rule in RULES:
        assert rule.name == rule.flag.value
        assert 0.0 <= rule.weight <= 1.0
        assert rule.__doc__
        threshold = rule.threshold(DEFAULTS)
        assert threshold is None or threshold >= 0
