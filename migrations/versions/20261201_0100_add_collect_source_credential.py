"""Add collect_source.credential."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0100"
down_revision: str | None = "20261130_2217"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("collect_source", sa.Column("credential", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("collect_source", "credential")
