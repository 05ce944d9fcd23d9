"""How much everybody has left of what may be done only so often, for the processes that share a PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

# A bucket from which several have taken the last at once is in debt, at most as deep as it is high. The clock is the database's,
# so that machines need not agree on the time; the order is the same for all, so that no two wait for each other.
SHARE = text(
    """
    INSERT INTO paces (key, remaining, at, rate, burst)
    SELECT key, burst - taken, extract(epoch FROM clock_timestamp()), rate, burst
    FROM unnest(CAST(:keys AS text[]), CAST(:rates AS float8[]), CAST(:bursts AS float8[]), CAST(:takings AS float8[]))
        AS told (key, rate, burst, taken)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
        remaining = greatest(-excluded.burst,
            least(excluded.burst, paces.remaining + greatest(0, excluded.at - paces.at) * excluded.rate)
            - (excluded.burst - excluded.remaining)),
        at = greatest(paces.at, excluded.at)
    RETURNING key, remaining
    """
)
FORGET_FULL = text("DELETE FROM paces WHERE remaining + (extract(epoch FROM clock_timestamp()) - at) * rate >= burst")


@dataclass(frozen=True)
class Taking:
    """What a process has taken from a bucket since it last told."""

    key: str
    rate: float
    burst: int
    taken: int


async def share_paces(engine: AsyncEngine, takings: Sequence[Taking]) -> dict[str, float]:
    """Notes what was taken; returns what is left in each of these buckets for everybody."""
    told = {
        "keys": [taking.key for taking in takings],
        "rates": [taking.rate for taking in takings],
        "bursts": [float(taking.burst) for taking in takings],
        "takings": [float(taking.taken) for taking in takings],
    }
    async with engine.begin() as connection:
        return {row.key: row.remaining for row in (await connection.execute(SHARE, told)).all()}


async def forget_full(engine: AsyncEngine) -> None:
    """Forgets the buckets that are full again: that is how a new one begins."""
    async with engine.begin() as connection:
        await connection.execute(FORGET_FULL)
