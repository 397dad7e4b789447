"""Index check_threshold by ends_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0556"
down_revision: str | None = "20261201_0555"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_check_threshold_ends_at"), "check_threshold", ["ends_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_check_threshold_ends_at"), table_name="check_threshold")
