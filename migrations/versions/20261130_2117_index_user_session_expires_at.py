"""Index user_session by expires_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2117"
down_revision: str | None = "20261130_2116"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_user_session_expires_at"), "user_session", ["expires_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_user_session_expires_at"), table_name="user_session")
