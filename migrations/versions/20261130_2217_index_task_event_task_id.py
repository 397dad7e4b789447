"""Index task_event by task_id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2217"
down_revision: str | None = "20261130_2216"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_task_event_task_id"), "task_event", ["task_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_task_event_task_id"), table_name="task_event")
