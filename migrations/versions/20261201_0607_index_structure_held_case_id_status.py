"""Index structure_held by case_id, status."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0607"
down_revision: str | None = "20261201_0606"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_structure_held_case_id_status"), "structure_held", ["case_id", "status"])


def downgrade() -> None:
    op.drop_index(op.f("ix_structure_held_case_id_status"), table_name="structure_held")
