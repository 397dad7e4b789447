"""Reference api_token.user_id."""

from __future__ import annotations

from alembic import op

revision: str = "20261201_0112"
down_revision: str | None = "20261201_0111"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    with op.batch_alter_table("api_token") as table:
        table.create_foreign_key(op.f("fk_api_token_user_id"), "user_account", ["user_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("api_token") as table:
        table.drop_constraint(op.f("fk_api_token_user_id"), type_="foreignkey")
