"""Index collect_task by source_id, created_at, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2111"
down_revision: str | None = "20261130_2110"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_task_source_id_created_at_id"), "collect_task", ["source_id", "created_at", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_task_source_id_created_at_id"), table_name="collect_task")
