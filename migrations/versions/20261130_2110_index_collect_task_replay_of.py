"""Index collect_task by replay_of."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2110"
down_revision: str | None = "20261130_2109"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_task_replay_of"), "collect_task", ["replay_of"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_task_replay_of"), table_name="collect_task")
