"""Create alert_route."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0159"
down_revision: str | None = "20261201_0158"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "alert_route",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("slice", sa.String(length=12), nullable=False),
        sa.Column("severity", sa.String(length=8), nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("escalate_min", sa.Integer(), nullable=False),
        sa.Column("escalate_to", sa.JSON(), nullable=False),
        sa.Column("repeat_min", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert_route")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("alert_route")
