"""Whose turn it is, and who wants to be told of it from afar."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("awaited", sa.Integer))
    op.add_column("seatings", sa.Column("told", sa.Integer))
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(40), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("site", sa.String(260), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("ix_devices_guest", "devices", ["guest"])
    op.create_table(
        "wishes",
        sa.Column("device", sa.String(64), sa.ForeignKey("devices.id"), primary_key=True),
        sa.Column("match", sa.String(20), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("wishes")
    op.drop_table("devices")
    with op.batch_alter_table("seatings") as seatings:
        seatings.drop_column("told")
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("awaited")
