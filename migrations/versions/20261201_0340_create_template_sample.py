"""Create template_sample."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0340"
down_revision: str | None = "20261201_0240"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "template_sample",
        sa.Column("template_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("good", sa.Boolean(), nullable=False),
        sa.Column("part", sa.String(length=8), nullable=False),
        sa.Column("url", sa.String(length=2000), nullable=False),
        sa.Column("timezone", sa.String(length=64), nullable=False),
        sa.Column("fetched_at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=False),
        sa.Column("page", sa.LargeBinary().with_variant(mysql.MEDIUMBLOB(), "mysql"), nullable=False),
        sa.Column("expected", sa.JSON(), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=False),
        sa.ForeignKeyConstraint(["template_id"], ["template.id"], name=op.f("fk_template_sample_template_id")),
        sa.PrimaryKeyConstraint("template_id", "number", name=op.f("pk_template_sample")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("template_sample")
