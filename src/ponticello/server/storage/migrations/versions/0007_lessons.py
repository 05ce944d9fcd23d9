"""Which steps of the lessons guests have done, and at which matches they had hints."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("guest", sa.String(40), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.add_column("results", sa.Column("hinted", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("results", "hinted")
    op.drop_table("lessons")
