"""Index collect_source by template_id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2107"
down_revision: str | None = "20261130_2106"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_collect_source_template_id"), "collect_source", ["template_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_collect_source_template_id"), table_name="collect_source")
