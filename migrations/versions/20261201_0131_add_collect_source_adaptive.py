"""Add collect_source.adaptive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0131"
down_revision: str | None = "20261201_0124"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("collect_source", sa.Column("adaptive", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("collect_source", "adaptive")
