"""Index check_flip by subject_type, subject_id, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2202"
down_revision: str | None = "20261130_2201"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(
        op.f("ix_check_flip_subject_type_subject_id_id"), "check_flip", ["subject_type", "subject_id", "id"]
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_check_flip_subject_type_subject_id_id"), table_name="check_flip")
