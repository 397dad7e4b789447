"""Index structure_held by status, held_key."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0608"
down_revision: str | None = "20261201_0607"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_structure_held_status_held_key"), "structure_held", ["status", "held_key"])


def downgrade() -> None:
    op.drop_index(op.f("ix_structure_held_status_held_key"), table_name="structure_held")
