"""Reference user_account from user_session; apart from CREATE TABLE, because MariaDB drops no index that a reference needs."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2126"
down_revision: str | None = "20261130_2125"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    with op.batch_alter_table("user_session") as table:
        table.create_foreign_key(op.f("fk_user_session_user_id"), "user_account", ["user_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("user_session") as table:
        table.drop_constraint(op.f("fk_user_session_user_id"), type_="foreignkey")
