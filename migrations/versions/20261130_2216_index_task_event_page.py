"""Index task_event by page."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2216"
down_revision: str | None = "20261130_2215"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_task_event_page"), "task_event", ["page"])


def downgrade() -> None:
    op.drop_index(op.f("ix_task_event_page"), table_name="task_event")
