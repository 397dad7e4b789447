"""Index collect_source by next_run_at, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2105"
down_revision: str | None = "20261130_2104"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_source_next_run_at_id"), "collect_source", ["next_run_at", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_source_next_run_at_id"), table_name="collect_source")
