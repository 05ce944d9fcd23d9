"""How matches ended for guests. Those that are over already are read when their guests ask."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.String(20), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("standing", sa.BigInteger),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_index("results_guest", "results", ["guest", "ended"])


def downgrade() -> None:
    op.drop_table("results")
