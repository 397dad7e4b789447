"""Create alert_state."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "20261201_0161"
down_revision: str | None = "20261201_0160"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "alert_state",
        sa.Column("check_key", sa.String(length=40), nullable=False),
        sa.Column("subject_type", sa.String(length=16), nullable=False),
        sa.Column("subject_id", sa.String(length=128), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.Column("memory", sa.JSON(), nullable=False),
        sa.Column("incident_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.PrimaryKeyConstraint("check_key", "subject_type", "subject_id", name=op.f("pk_alert_state")),
        mysql_charset="utf8mb4",
        mysql_collate="utf8mb4_bin",
        mysql_engine="InnoDB",
    )


def downgrade() -> None:
    op.drop_table("alert_state")
