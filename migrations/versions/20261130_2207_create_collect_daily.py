"""Create collect_daily."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261130_2207"
down_revision: str | None = "20261130_2206"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "collect_daily",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column(
            "source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("outcome", sa.String(length=24), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("documents", sa.BigInteger(), nullable=False),
        sa.Column("elapsed_ms", sa.BigInteger(), nullable=False),
        sa.Column("body_bytes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "source_id", "stage", "outcome", name=op.f("pk_collect_daily")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("collect_daily")
