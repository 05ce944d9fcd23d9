"""What a player of connections knows beyond the rules."""

from __future__ import annotations

from ponticello.engine.mind import Level, Mind
from ponticello.engine.native import implement, rule
from ponticello.games.connections.rules import Connections, points


@rule
def outlook(state: Connections, seat: int) -> int:
    """Fewer points lost are better."""
    return -100 * points(state, seat)


implement(Connections, outlook=outlook)

MIND = Mind()

LEVELS = (
    Level("Sprout", "Overlooks half of what is there.", Mind(overlooks=0.6), simulations=0),
    Level("Gardener", "Takes what is there.", Mind(overlooks=0.3), simulations=0),
    Level("Keeper", "Looks a little ahead.", MIND, simulations=300),
    Level("Designer", "Plans.", MIND, simulations=3000),
    Level("Sage", "Sees everything.", MIND, seconds=1.0),
)
