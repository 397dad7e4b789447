"""Index structure_case by status, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0605"
down_revision: str | None = "20261201_0604"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_structure_case_status_id"), "structure_case", ["status", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_structure_case_status_id"), table_name="structure_case")
