"""Matches that others may watch, and what people say to each other at one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Whether those who sit at an older match know each other is not known: they may not write to each other there.
    for name in ("public", "chat"):
        op.add_column("matches", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("matches_public", "matches", ["public", "status", "touched"])
    op.execute(sa.text("UPDATE matches SET public = true WHERE lobby = 1"))
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("unheard", sa.JSON, nullable=False),
    )
    op.create_index("ix_talk_match", "talk", ["match"])
    op.create_table(
        "mutes",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("guest", sa.String(40), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("mutes")
    op.drop_table("talk")
    op.drop_index("matches_public", "matches")
    for name in ("chat", "public"):
        op.drop_column("matches", name)
