"""Index audit_log by actor, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2122"
down_revision: str | None = "20261130_2121"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_audit_log_actor_id"), "audit_log", ["actor", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_audit_log_actor_id"), table_name="audit_log")
