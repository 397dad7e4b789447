"""Create check_threshold."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0555"
down_revision: str | None = "20261201_0541"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    moment = sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql")
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "check_threshold",
        sa.Column("id", number, nullable=False, autoincrement=True),
        sa.Column("check_key", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("level", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("source_id", number, nullable=False),
        sa.Column("field", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("ends_at", moment, nullable=True),
        sa.Column("ended_by", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_check_threshold")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("check_threshold")
