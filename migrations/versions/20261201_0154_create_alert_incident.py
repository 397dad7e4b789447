"""Create alert_incident."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0154"
down_revision: str | None = "20261201_0153"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "alert_incident",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("check_key", sa.String(length=40), nullable=False),
        sa.Column("slice", sa.String(length=12), nullable=False),
        sa.Column("subject_type", sa.String(length=16), nullable=False),
        sa.Column("subject_id", sa.String(length=128), nullable=False),
        sa.Column("severity", sa.String(length=8), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("labels", sa.String(length=1000), nullable=False),
        sa.Column("value", sa.String(length=40), nullable=False),
        sa.Column("expected", sa.String(length=120), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("opened_at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=False),
        sa.Column("ended_at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=True),
        sa.Column("due_at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("ended_told", sa.Boolean(), nullable=False),
        sa.Column("told_severity", sa.String(length=8), nullable=False),
        sa.Column("flapping", sa.Boolean(), nullable=False),
        sa.Column("held_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("silenced_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("acked_by", sa.String(length=64), nullable=False),
        sa.Column("assignee", sa.String(length=64), nullable=False),
        sa.Column("escalated", sa.Boolean(), nullable=False),
        sa.Column("reminders", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert_incident")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("alert_incident")
