"""Index collect_task by created_at, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2109"
down_revision: str | None = "20261130_2108"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_task_created_at_id"), "collect_task", ["created_at", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_task_created_at_id"), table_name="collect_task")
