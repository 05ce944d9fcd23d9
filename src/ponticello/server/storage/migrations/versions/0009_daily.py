"""The deal of the day: its secret, its puzzles, and the one try of each guest that counts."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("deal", sa.JSON(none_as_null=True)))
    op.create_table(
        "daily_days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("puzzles", sa.JSON, nullable=False),
    )
    op.create_table(
        "daily_tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("match", sa.String(20)),
        sa.Column("solved", sa.Boolean),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("daily_tries_guest", "daily_tries", ["guest"])


def downgrade() -> None:
    op.drop_index("daily_tries_guest", "daily_tries")
    for name in ("daily_tries", "daily_days"):
        op.drop_table(name)
    op.drop_column("matches", "deal")
