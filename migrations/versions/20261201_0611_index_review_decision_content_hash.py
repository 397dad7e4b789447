"""Index review_decision by content_hash."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0611"
down_revision: str | None = "20261201_0610"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_review_decision_content_hash"), "review_decision", ["content_hash"])


def downgrade() -> None:
    op.drop_index(op.f("ix_review_decision_content_hash"), table_name="review_decision")
