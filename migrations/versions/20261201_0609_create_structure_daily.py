"""Create structure_daily."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0609"
down_revision: str | None = "20261201_0608"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "structure_daily",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column(
            "source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("judged", sa.Integer(), nullable=False),
        sa.Column("blocked", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "source_id", name=op.f("pk_structure_daily")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("structure_daily")
