"""Create template_shadow_example."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision: str = "20261201_0343"
down_revision: str | None = "20261201_0342"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "template_shadow_example",
        sa.Column(
            "template_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False, autoincrement=False
        ),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("field", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.DateTime().with_variant(mysql.DATETIME(fsp=3), "mysql"), nullable=False),
        sa.Column("source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("url", sa.String(length=2000), nullable=False),
        sa.Column("live", sa.String(length=400), nullable=False),
        sa.Column("draft", sa.String(length=400), nullable=False),
        sa.PrimaryKeyConstraint(
            "template_id", "number", "field", "kind", "slot", name=op.f("pk_template_shadow_example")
        ),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("template_shadow_example")
