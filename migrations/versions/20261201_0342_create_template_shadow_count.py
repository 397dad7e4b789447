"""Create template_shadow_count."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0342"
down_revision: str | None = "20261201_0341"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "template_shadow_count",
        sa.Column(
            "template_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False, autoincrement=False
        ),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("field", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("template_id", "number", "field", "kind", name=op.f("pk_template_shadow_count")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("template_shadow_count")
