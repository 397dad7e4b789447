"""Index link_check by source_id, state."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0172"
down_revision: str | None = "20261201_0171"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_link_check_source_id_state"), "link_check", ["source_id", "state"])


def downgrade() -> None:
    op.drop_index(op.f("ix_link_check_source_id_state"), table_name="link_check")
