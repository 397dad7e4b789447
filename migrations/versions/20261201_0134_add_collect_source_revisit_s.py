"""Add collect_source.revisit_s."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0134"
down_revision: str | None = "20261201_0133"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("collect_source", sa.Column("revisit_s", sa.Float(), nullable=True))


def downgrade() -> None:
    op.drop_column("collect_source", "revisit_s")
