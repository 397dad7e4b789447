"""Tag rules and names of sources, as operators configured them; remembered for a minute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from cleaner.core import SensitivePolicy, TagRule, tag_rule_problem
from kit import logs
from kit.clock import Clock
from kit.contracts.tag_rules import parse_rule
from kit.errors import CatchmentError
from kit.ports.cache import ConfigCache

_LIFE_S, _RETRY_S = 60.0, 2.0
_MAX_SOURCES = 10_000
log = logs.get(__name__)


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """`rules` come from the source's option `tag_rules`: lines as in kit.contracts.tag_rules, or {tag, kind, pattern, field?}; `sensitive` from its option of that name."""

    name: str = ""
    rules: tuple[TagRule, ...] = ()
    sensitive: SensitivePolicy = SensitivePolicy.FLAG


class Sources:
    """Without a cache, or while it does not answer, documents are cleaned without a source's name and tags, and masked as they say themselves."""

    def __init__(self, cache: ConfigCache | None, clock: Clock) -> None:
        self._cache, self._clock = cache, clock
        self._known: dict[str, tuple[float, SourceFacts]] = {}

    def facts(self, source_id: str) -> SourceFacts:
        now = self._clock.monotonic()
        known = self._known.get(source_id)
        if known is None or now - known[0] > _LIFE_S:
            if len(self._known) >= _MAX_SOURCES:
                self._known.clear()
            found = self._look_up(source_id)
            known = (now if found else now - _LIFE_S + _RETRY_S, found or SourceFacts())
            self._known[source_id] = known
        return known[1]

    def _look_up(self, source_id: str) -> SourceFacts | None:
        if self._cache is None or not source_id.isascii() or not source_id.isdigit():
            return SourceFacts()
        try:
            config = self._cache.source(int(source_id))
            if config is None:
                self._cache.want("source", int(source_id))
        except CatchmentError as error:
            log.warning("source_lookup_failed", source=source_id, error=str(error))
            return None
        return None if config is None else facts_of(config.name, config.options)


def facts_of(name: str, options: Mapping[str, Any]) -> SourceFacts:
    """What a source's name and options say to the cleaner."""
    return SourceFacts(name, tag_rules(options), sensitive_policy(options))


def sensitive_policy(options: Mapping[str, Any]) -> SensitivePolicy:
    return _policy(str(options.get("sensitive", "")))


def strictest(collected: str, now: SensitivePolicy) -> SensitivePolicy:
    """Of the policy that a document was collected under and the present one, which may not be known at this moment."""
    return max(_policy(collected), now, key=list(SensitivePolicy).index)


def _policy(name: str) -> SensitivePolicy:
    """Flagging for no name; a name that nobody knows masks everything, for what was shown cannot be taken back."""
    try:
        return SensitivePolicy(name or SensitivePolicy.FLAG)
    except ValueError:
        log.warning("sensitive_policy_unknown", policy=name[:40])
        return SensitivePolicy.MASK_ALL


def tag_rules(options: Mapping[str, Any]) -> tuple[TagRule, ...]:
    """The rules of a source's options; a rule that cannot work is passed over."""
    try:
        written = [parse_rule(rule) if isinstance(rule, str) else rule for rule in options.get("tag_rules", ())]
        rules = msgspec.convert(msgspec.to_builtins(written), tuple[TagRule, ...])
    except ValueError as error:
        log.warning("tag_rules_invalid", error=str(error))
        return ()
    return tuple(rule for rule in rules if tag_rule_problem(rule) is None)
