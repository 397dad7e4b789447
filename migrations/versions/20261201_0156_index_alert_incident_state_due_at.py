"""Index alert_incident by state, due_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0156"
down_revision: str | None = "20261201_0155"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_alert_incident_state_due_at"), "alert_incident", ["state", "due_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_alert_incident_state_due_at"), table_name="alert_incident")
