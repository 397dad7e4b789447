"""Index check_state by slice, state, since."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2205"
down_revision: str | None = "20261130_2204"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_check_state_slice_state_since"), "check_state", ["slice", "state", "since"])


def downgrade() -> None:
    op.drop_index(op.f("ix_check_state_slice_state_since"), table_name="check_state")
