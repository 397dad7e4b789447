"""Index check_flip by at."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2201"
down_revision: str | None = "20261130_2200"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_check_flip_at"), "check_flip", ["at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_check_flip_at"), table_name="check_flip")
