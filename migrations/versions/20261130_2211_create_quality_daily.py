"""Create quality_daily."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261130_2211"
down_revision: str | None = "20261130_2210"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "quality_daily",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column(
            "source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("template_version", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "source_id", "template_version", "kind", "name", name=op.f("pk_quality_daily")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("quality_daily")
