"""Index task_event by digest."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2215"
down_revision: str | None = "20261130_2214"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_task_event_digest"), "task_event", ["digest"])


def downgrade() -> None:
    op.drop_index(op.f("ix_task_event_digest"), table_name="task_event")
