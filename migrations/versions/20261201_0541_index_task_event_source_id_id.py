"""Index task_event by source_id, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0541"
down_revision: str | None = "20261201_0540"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_task_event_source_id_id"), "task_event", ["source_id", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_task_event_source_id_id"), table_name="task_event")
