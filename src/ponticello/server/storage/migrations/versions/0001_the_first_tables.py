"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("clock", sa.JSON),
        sa.Column("seed", sa.String(80), nullable=False),
        sa.Column("creator", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("lobby", sa.Integer, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
    )
    op.create_index("matches_due", "matches", ["due"])
    op.create_index("matches_lobby", "matches", ["lobby", "created"])
    op.create_table(
        "rows",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "seatings",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("left_at", sa.Float),
    )
    op.create_index("seatings_guest", "seatings", ["guest"])
    op.create_table(
        "guests",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("recovery", sa.String(64), unique=True),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(40), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_tokens_guest", "tokens", ["guest"])
    op.create_table(
        "sockets",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("server", sa.String(40), nullable=False),
        sa.Column("match", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
    )
    op.create_index("ix_sockets_server", "sockets", ["server"])
    op.create_index("ix_sockets_match", "sockets", ["match"])
    op.create_table(
        "keys", sa.Column("name", sa.String(40), primary_key=True), sa.Column("value", sa.String(200), nullable=False)
    )


def downgrade() -> None:
    for table in ("keys", "sockets", "tokens", "guests", "seatings", "rows", "matches"):
        op.drop_table(table)
