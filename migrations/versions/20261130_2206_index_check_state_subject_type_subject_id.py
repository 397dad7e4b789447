"""Index check_state by subject_type, subject_id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2206"
down_revision: str | None = "20261130_2205"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_check_state_subject_type_subject_id"), "check_state", ["subject_type", "subject_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_check_state_subject_type_subject_id"), table_name="check_state")
