"""Index quality_daily by source_id, day."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2212"
down_revision: str | None = "20261130_2211"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_quality_daily_source_id_day"), "quality_daily", ["source_id", "day"])


def downgrade() -> None:
    op.drop_index(op.f("ix_quality_daily_source_id_day"), table_name="quality_daily")
