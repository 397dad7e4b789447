"""Index api_token by user_id."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0111"
down_revision: str | None = "20261201_0110"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_api_token_user_id"), "api_token", ["user_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_api_token_user_id"), table_name="api_token")
