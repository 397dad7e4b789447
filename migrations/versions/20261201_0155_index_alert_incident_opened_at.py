"""Index alert_incident by opened_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0155"
down_revision: str | None = "20261201_0154"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_alert_incident_opened_at"), "alert_incident", ["opened_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_alert_incident_opened_at"), table_name="alert_incident")
