"""What the door counts: how often something was done, and from where a match was made."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Counts of the last minute may be lost with the power: they are not worth a log.
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "paces",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("remaining", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("rate", sa.Float, nullable=False),
        sa.Column("burst", sa.Float, nullable=False),
        prefixes=unlogged,
    )
    op.create_table(
        "origins",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("ix_origins_address", "origins", ["address"])
    op.create_index("ix_origins_made", "origins", ["made"])
    op.create_index("matches_creator", "matches", ["creator", "status"])


def downgrade() -> None:
    op.drop_index("matches_creator", "matches")
    op.drop_table("origins")
    op.drop_table("paces")
