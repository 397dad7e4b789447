"""Create latency_daily."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261130_2210"
down_revision: str | None = "20261130_2209"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "latency_daily",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("measure", sa.String(length=24), nullable=False),
        sa.Column(
            "upper_ms", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "measure", "upper_ms", name=op.f("pk_latency_daily")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("latency_daily")
