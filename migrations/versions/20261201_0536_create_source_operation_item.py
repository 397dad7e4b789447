"""Create source_operation_item."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0536"
down_revision: str | None = "20261201_0535"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "source_operation_item",
        sa.Column("operation_id", big, nullable=False, autoincrement=False),
        sa.Column("number", big, nullable=False, autoincrement=False),
        sa.Column("source_id", big, nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("row", sa.JSON(), nullable=True),
        sa.Column("result", sa.String(length=12), nullable=False),
        sa.Column("problems", sa.JSON(), nullable=True),
        sa.Column("undo", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["operation_id"],
            ["source_operation.id"],
            name=op.f("fk_source_operation_item_operation_id"),
        ),
        sa.PrimaryKeyConstraint("operation_id", "number", name=op.f("pk_source_operation_item")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("source_operation_item")
