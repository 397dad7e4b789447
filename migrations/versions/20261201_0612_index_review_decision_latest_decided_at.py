"""Index review_decision by latest, decided_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0612"
down_revision: str | None = "20261201_0611"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_review_decision_latest_decided_at"), "review_decision", ["latest", "decided_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_review_decision_latest_decided_at"), table_name="review_decision")
