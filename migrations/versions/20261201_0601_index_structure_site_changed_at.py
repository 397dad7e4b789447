"""Index structure_site by changed_at."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0601"
down_revision: str | None = "20261201_0600"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_structure_site_changed_at"), "structure_site", ["changed_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_structure_site_changed_at"), table_name="structure_site")
