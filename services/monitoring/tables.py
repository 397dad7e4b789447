"""All tables of the monitors together."""

from __future__ import annotations

from services.monitoring.arrivals.models import SourceArrival
from services.monitoring.collection.models import CollectDaily, LatencyDaily
from services.monitoring.events.models import EventPosition, TaskEvent
from services.monitoring.links.models import LinkCheck, LinkWalk
from services.monitoring.models import CheckFlip, CheckRun, CheckState
from services.monitoring.quality.models import QualityDaily, QualitySeries
from services.monitoring.thresholds.models import CheckThreshold

TABLES = (
    CheckFlip,
    CheckRun,
    CheckState,
    CheckThreshold,
    CollectDaily,
    EventPosition,
    LatencyDaily,
    LinkCheck,
    LinkWalk,
    QualityDaily,
    QualitySeries,
    SourceArrival,
    TaskEvent,
)
