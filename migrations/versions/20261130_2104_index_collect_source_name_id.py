"""Index collect_source by name, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2104"
down_revision: str | None = "20261130_2103"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_source_name_id"), "collect_source", ["name", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_source_name_id"), table_name="collect_source")
