"""Index user_session by user_id."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2118"
down_revision: str | None = "20261130_2117"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_user_session_user_id"), "user_session", ["user_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_user_session_user_id"), table_name="user_session")
