"""Index link_check by next_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0171"
down_revision: str | None = "20261201_0170"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_link_check_next_at"), "link_check", ["next_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_link_check_next_at"), table_name="link_check")
