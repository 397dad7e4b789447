"""All checks and all projections, named one by one."""

from __future__ import annotations

from services.alerts.delivery import Delivery
from services.monitoring.arrivals.service import ArrivalCounters
from services.monitoring.base import Check
from services.monitoring.collection import registry as collection
from services.monitoring.collection.service import CollectionCounters
from services.monitoring.observed import Projection
from services.monitoring.quality import registry as quality
from services.monitoring.quality.service import QualityCounters
from services.monitoring.server import registry as server
from services.monitoring.source import registry as source
from services.structure.check import StructureChanges
from services.structure.fold import StructureWatch
from services.templates.shadow_counts import ShadowCounts


def checks() -> tuple[Check, ...]:
    """One instance of each; they may remember their last readings."""
    return (*source.checks(), *collection.checks(), *server.checks(), *quality.checks(), StructureChanges(), Delivery())


def projections() -> tuple[Projection, ...]:
    return (CollectionCounters(), QualityCounters(), ArrivalCounters(), ShadowCounts(), StructureWatch())
