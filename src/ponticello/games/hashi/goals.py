"""What puzzles of Hashi ask for, and what tells its positions apart."""

from __future__ import annotations

from ponticello.engine.bits import count_bits
from ponticello.engine.game import Goal
from ponticello.engine.native import implement, rule
from ponticello.engine.scramble import number_for
from ponticello.games.hashi.awards import islands_for, most_connected
from ponticello.games.hashi.board import ISLANDS, LINES
from ponticello.games.hashi.position import AWARDS, BLUE, CARDS, RED, Hashi
from ponticello.games.hashi.words import count, say

RED_FLAGS, BLUE_FLAGS, SIX_CONNECTED = 1, 2, 3

# The places of what is said of a board, and of the round. Boards lie one after the other.
NUMBER = 0
SPANS = NUMBER + ISLANDS
AWARD = SPANS + LINES
STAGE = AWARD + AWARDS
DRAWN = STAGE + 1
FRESH = DRAWN + 1
BOARD = FRESH + ISLANDS
LEFT = 4 * BOARD
CARD, ROUND, PHASE, TO_ACT = 508, 509, 510, 511


@rule
def fingerprint(state: Hashi) -> int:
    """The cards left, numbers, bridges and awards on each board, and how far the round is say everything."""
    mixed = number_for(CARD, state.card) ^ number_for(ROUND, state.rounds)
    mixed ^= number_for(PHASE, state.phase) ^ number_for(TO_ACT, state.to_act)
    for card in range(CARDS):
        mixed ^= number_for(LEFT + card, state.left[card])
    for seat in range(state.seats):
        at = seat * BOARD
        mixed ^= number_for(at + STAGE, state.stage[seat]) ^ number_for(at + DRAWN, state.drawn[seat])
        for island in range(ISLANDS):
            mixed ^= number_for(at + NUMBER + island, state.number[seat, island])
            mixed ^= number_for(at + FRESH + island, state.finished_before[seat] >> island & 1)
        for line in range(state.lines):
            mixed ^= number_for(at + SPANS + line, state.spans[seat, line])
        for award in range(AWARDS):
            mixed ^= number_for(at + AWARD + award, state.award[seat, award])
    return mixed


@rule
def aim(state: Hashi, seat: int, goal: int) -> int:
    """Returns how many islands with a red or a blue flag are finished, or how many finished islands are connected."""
    if goal == SIX_CONNECTED:
        return most_connected(state, seat)
    return count_bits(state.finished[seat] & islands_for(state, RED if goal == RED_FLAGS else BLUE))


def red_task(state: Hashi, target: int, turns: int) -> str:
    """Asks for islands with red flags."""
    return say("Have {islands} with a red flag finished with this card and the next", islands=count(target, "island"))


def blue_task(state: Hashi, target: int, turns: int) -> str:
    """Asks for islands with blue flags."""
    return say("Have {islands} with a blue flag finished with this card and the next", islands=count(target, "island"))


def connect_task(state: Hashi, target: int, turns: int) -> str:
    """Asks for finished islands that bridges join."""
    return say("Have {islands} finished and connected with this card and the next", islands=count(target, "island"))


GOALS = (
    Goal("red", RED_FLAGS, red_task),
    Goal("blue", BLUE_FLAGS, blue_task),
    Goal("connected", SIX_CONNECTED, connect_task),
)

implement(Hashi, fingerprint=fingerprint, aim=aim)
