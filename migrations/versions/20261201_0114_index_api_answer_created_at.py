"""Index api_answer by created_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0114"
down_revision: str | None = "20261201_0113"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_api_answer_created_at"), "api_answer", ["created_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_api_answer_created_at"), table_name="api_answer")
