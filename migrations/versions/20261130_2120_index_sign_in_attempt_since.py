"""Index sign_in_attempt by since."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2120"
down_revision: str | None = "20261130_2119"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_sign_in_attempt_since"), "sign_in_attempt", ["since"])


def downgrade() -> None:
    op.drop_index(op.f("ix_sign_in_attempt_since"), table_name="sign_in_attempt")
