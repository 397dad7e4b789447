"""Create source_arrival."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0622"
down_revision: str | None = "20261201_0612"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    moment = sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql")
    op.create_table(
        "source_arrival",
        sa.Column(
            "source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False, autoincrement=False
        ),
        sa.Column("item_at", moment, nullable=True),
        sa.Column("searchable_at", moment, nullable=True),
        sa.Column("profile", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("source_id", name=op.f("pk_source_arrival")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("source_arrival")
