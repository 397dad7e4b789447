"""Create event_position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261130_2209"
down_revision: str | None = "20261130_2208"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "event_position",
        sa.Column("reader", sa.String(length=40), nullable=False),
        sa.Column("topic", sa.String(length=40), nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("taken", sa.BigInteger(), nullable=False),
        sa.Column("newest_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("reader", "topic", "part", name=op.f("pk_event_position")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("event_position")
