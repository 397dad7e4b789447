"""Create source_operation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0535"
down_revision: str | None = "20261201_0530"
branch_labels: str | None = None
depends_on: str | None = None


def _moment() -> sa.DateTime:
    return sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql")


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "source_operation",
        sa.Column("id", big, nullable=False, autoincrement=True),
        sa.Column("verb", sa.String(length=16), nullable=False),
        sa.Column("params", sa.JSON(), nullable=False),
        sa.Column("scope", sa.JSON(), nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("same", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("created_at", _moment(), nullable=False),
        sa.Column("started_at", _moment(), nullable=True),
        sa.Column("finished_at", _moment(), nullable=True),
        sa.Column("undo_of", big, nullable=True),
        sa.Column("undone_by", big, nullable=True),
        sa.Column("worker", sa.String(length=100), nullable=False),
        sa.Column("leased_until", _moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_source_operation")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("source_operation")
