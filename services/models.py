"""All tables together, for the migrations."""

from __future__ import annotations

from services.accounts.models import SignInAttempt, UserAccount, UserSession
from services.alerts.models import TABLES as ALERTS
from services.audit.models import AuditLog
from services.monitoring.tables import TABLES as MONITORING
from services.orm import Base
from services.review.models import ReviewDecision
from services.searches.models import SavedSearch
from services.sources.models import CollectSource
from services.sources.operation_models import SourceOperation, SourceOperationItem
from services.structure.models import TABLES as STRUCTURE
from services.tasks.models import CollectTask, Lease
from services.templates.models import (
    Template,
    TemplateSample,
    TemplateShadow,
    TemplateShadowCount,
    TemplateShadowExample,
    TemplateVersion,
)
from services.tokens.models import ApiAnswer, ApiToken

__all__ = [
    "ALERTS",
    "MONITORING",
    "STRUCTURE",
    "ApiAnswer",
    "ApiToken",
    "AuditLog",
    "Base",
    "CollectSource",
    "CollectTask",
    "Lease",
    "ReviewDecision",
    "SavedSearch",
    "SignInAttempt",
    "SourceOperation",
    "SourceOperationItem",
    "Template",
    "TemplateSample",
    "TemplateShadow",
    "TemplateShadowCount",
    "TemplateShadowExample",
    "TemplateVersion",
    "UserAccount",
    "UserSession",
]
metadata = Base.metadata
