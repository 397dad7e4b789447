"""Create link_walk."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0173"
down_revision: str | None = "20261201_0172"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "link_walk",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("place", sa.JSON(), nullable=False),
        sa.Column("taken_at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_link_walk")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("link_walk")
