"""Index audit_log by subject_type, subject_id, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2124"
down_revision: str | None = "20261130_2123"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_audit_log_subject_type_subject_id_id"), "audit_log", ["subject_type", "subject_id", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_audit_log_subject_type_subject_id_id"), table_name="audit_log")
