"""Reviews of matches that are over, matches that begin from a position, and what may be asked for only so often in a day."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("opening", sa.JSON))
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("content", sa.Text),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("server", sa.String(40)),
        sa.Column("beat", sa.Float),
    )
    op.create_index("reviews_state", "reviews", ["state", "asked"])
    op.create_table(
        "requests",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("what", sa.String(10), nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("address", sa.String(64)),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_requests_at", "requests", ["at"])
    op.create_index("requests_guest", "requests", ["guest", "what"])
    op.create_index("requests_address", "requests", ["address", "what"])


def downgrade() -> None:
    op.drop_table("requests")
    op.drop_table("reviews")
    op.drop_column("matches", "opening")
