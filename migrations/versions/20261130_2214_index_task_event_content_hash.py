"""Index task_event by content_hash."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2214"
down_revision: str | None = "20261130_2213"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_task_event_content_hash"), "task_event", ["content_hash"])


def downgrade() -> None:
    op.drop_index(op.f("ix_task_event_content_hash"), table_name="task_event")
