"""Index collect_task by source_id, status."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2112"
down_revision: str | None = "20261130_2111"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_task_source_id_status"), "collect_task", ["source_id", "status"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_task_source_id_status"), table_name="collect_task")
