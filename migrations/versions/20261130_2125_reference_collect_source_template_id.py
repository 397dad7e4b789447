"""Reference template from collect_source; apart from CREATE TABLE, because MariaDB drops no index that a reference needs."""

from __future__ import annotations

from alembic import op

revision: str = "20261130_2125"
down_revision: str | None = "20261130_2124"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    with op.batch_alter_table("collect_source") as table:
        table.create_foreign_key(op.f("fk_collect_source_template_id"), "template", ["template_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("collect_source") as table:
        table.drop_constraint(op.f("fk_collect_source_template_id"), type_="foreignkey")
