"""One module per page, each with its router."""

from __future__ import annotations

from fastapi import APIRouter

from console.pages import (
    alert_settings,
    alerts,
    audit,
    dead,
    documents,
    health,
    home,
    monitor,
    operations,
    profile,
    review,
    search,
    search_kept,
    sign_in,
    source_edit,
    source_files,
    source_trial,
    sources,
    tasks,
    template_checks,
    template_edit,
    templates,
    thresholds,
    tokens,
    users,
)

# Fixed paths come before paths with parameters.
ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    sign_in.router,
    home.router,
    source_edit.router,
    source_files.router,
    source_trial.router,
    operations.router,
    sources.router,
    template_edit.router,
    template_checks.router,
    templates.router,
    tasks.router,
    dead.router,
    review.router,
    monitor.router,
    thresholds.router,
    alerts.router,
    alert_settings.router,
    search_kept.router,
    search.router,
    documents.router,
    profile.router,
    tokens.router,
    users.router,
    audit.router,
)
