"""Index collect_source by status, next_run_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2106"
down_revision: str | None = "20261130_2105"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_source_status_next_run_at"), "collect_source", ["status", "next_run_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_source_status_next_run_at"), table_name="collect_source")
