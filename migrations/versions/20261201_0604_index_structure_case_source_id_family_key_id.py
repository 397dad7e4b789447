"""Index structure_case by source_id, family_key, id."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0604"
down_revision: str | None = "20261201_0603"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(
        op.f("ix_structure_case_source_id_family_key_id"), "structure_case", ["source_id", "family_key", "id"]
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_structure_case_source_id_family_key_id"), table_name="structure_case")
