"""Create quality_series."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0540"
down_revision: str | None = "20261201_0536"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "quality_series",
        sa.Column(
            "source_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False, autoincrement=False
        ),
        sa.Column("template_version", sa.String(length=40), nullable=False),
        sa.Column("through", sa.Date(), nullable=False),
        sa.Column("ready", sa.Text(), nullable=False),
        sa.Column("memory", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("source_id", "template_version", name=op.f("pk_quality_series")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("quality_series")
