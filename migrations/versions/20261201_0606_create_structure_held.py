"""Create structure_held."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0606"
down_revision: str | None = "20261201_0605"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "structure_held",
        sa.Column("held_key", sa.String(length=32), nullable=False),
        sa.Column("object_key", sa.String(length=200), nullable=False),
        sa.Column("case_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("family_key", sa.String(length=32), nullable=False),
        sa.Column("page", sa.String(length=32), nullable=False),
        sa.Column("task_id", sa.String(length=96), nullable=False),
        sa.Column("url", sa.String(length=2000), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("verdict", sa.String(length=12), nullable=False),
        sa.Column("blocked", sa.String(length=300), nullable=False),
        sa.Column("template_version", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.Column("at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=False),
        sa.PrimaryKeyConstraint("held_key", name=op.f("pk_structure_held")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("structure_held")
