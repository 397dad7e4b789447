"""Index collect_source by deleted_at, status."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0240"
down_revision: str | None = "20261201_0173"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_source_deleted_at_status"), "collect_source", ["deleted_at", "status"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_source_deleted_at_status"), table_name="collect_source")
