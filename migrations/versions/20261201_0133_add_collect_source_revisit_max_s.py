"""Add collect_source.revisit_max_s."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0133"
down_revision: str | None = "20261201_0132"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("collect_source", sa.Column("revisit_max_s", sa.Integer(), server_default="86400", nullable=False))


def downgrade() -> None:
    op.drop_column("collect_source", "revisit_max_s")
