"""Index alert_event by incident_id."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0153"
down_revision: str | None = "20261201_0152"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_alert_event_incident_id"), "alert_event", ["incident_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_alert_event_incident_id"), table_name="alert_event")
