"""Index audit_log by at."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2123"
down_revision: str | None = "20261130_2122"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_audit_log_at"), "audit_log", ["at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_audit_log_at"), table_name="audit_log")
