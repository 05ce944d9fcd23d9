"""What can be counted of the rest of a game of Hashi without any search: its cards, its awards, and what is out of reach."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.engine.bits import count_bits
from ponticello.engine.optimum import Coming
from ponticello.engine.verbs import CHANCE
from ponticello.games.hashi.awards import FIRST, ISLAND_POINTS, LATER, SOLO_UNTIL, islands_for, points
from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.position import AWARDS, SIX, START, TURN_UP, Hashi, bridges_of, number_of
from ponticello.games.hashi.rules import ROUNDS, play
from ponticello.games.hashi.supply import ALL_ISLANDS, supply

SET_UP = 0  # the round in which a lone player writes the first number


@dataclass(frozen=True)
class Ahead:
    """What is known of the rest of a game apart from what the seat itself will do."""

    cards: dict[int, int]  # the card of each round to come, the running one included
    deadlines: tuple[int, ...]  # for each award the last round in which it brings the higher value
    played: int  # the points that the seat really got


def look_ahead(state: Hashi, seat: int, coming: Coming) -> Ahead:
    """Plays what really came, and notes the cards and when somebody else was the first to get an award."""
    now = state.copy()
    cards = {} if state.phase == START else {state.rounds: state.card}
    last = [int(SOLO_UNTIL[award]) if state.seats == 1 else ROUNDS for award in range(AWARDS)]
    others = [other for other in range(state.seats) if other != seat]
    for award in range(AWARDS):
        if any(state.award[other, award] for other in others):
            last[award] = SET_UP
    for actor, action in coming:
        play(now, actor, action)
        if actor == CHANCE:
            cards[now.rounds] = action - TURN_UP
        for award in range(AWARDS):
            if any(now.award[other, award] for other in others):
                last[award] = min(last[award], now.rounds)
    return Ahead(cards, tuple(last), points(now, seat))


def totals(state: Hashi, seat: int, ahead: Ahead) -> list[int]:
    """Returns the points that a seat could end with, and perhaps some that it could not: so many islands, and these awards.

    It says for instance that 59 is out of reach: without an award for flags an island is not finished, and with both of them the
    total is even. The highest takes for granted that every island is finished which can still get its bridges.
    """
    hopeless, most = hopeless_islands(state, seat), most_islands(state, seat, ahead)
    fewest, reachable = count_bits(state.finished[seat]), ISLANDS - count_bits(hopeless)
    ways = [(0, 0)]  # points for awards, and how many reachable islands are then unfinished at least
    for award in range(AWARDS):
        out_of_reach = award != SIX and islands_for(state, award) & hopeless != 0
        values = [state.award[seat, award]]
        if values == [0] and not out_of_reach:
            values += [int(FIRST[award])] if min(ahead.cards) <= ahead.deadlines[award] else []
            values += [int(LATER[award])] if max(ahead.cards) > ahead.deadlines[award] else []
        missing = int(award != SIX and not out_of_reach)
        ways = [(scored + value, left_out + (missing if value == 0 else 0)) for scored, left_out in ways for value in values]
    found: set[int] = set()
    for scored, left_out in ways:
        highest = min(most, reachable - left_out)
        found |= {scored + ISLAND_POINTS * islands for islands in range(fewest, highest + 1)}
    return sorted(found)


def hopeless_islands(state: Hashi, seat: int) -> int:
    """Returns the islands that cannot get enough bridges any more."""
    return sum(1 << island for island in range(ISLANDS) if not can_be_finished(state, seat, island))


def most_islands(state: Hashi, seat: int, ahead: Ahead) -> int:
    """Returns how many islands can be finished at the most, as far as one can count it."""
    hopeless = hopeless_islands(state, seat)
    numbers = len(ahead.cards) + (state.phase == START)
    too_many = max(0, count_bits(state.free[seat] & ~hopeless) - numbers)
    most = ISLANDS - count_bits(hopeless) - too_many
    return most - 1 if most == ISLANDS and not adds_up(state, seat, ahead) else most


def adds_up(state: Hashi, seat: int, ahead: Ahead) -> bool:
    """Tells whether all islands can be finished together, which takes the numbers of all cards.

    Every bridge has two ends, so their sum must be even, and some of the cards must have just as many bridges as are missing.
    """
    on_board = sum(state.number[seat, island] for island in range(ISLANDS))
    on_cards = sum(number_of(card) for card in ahead.cards.values())
    drawn = sum(state.spans[seat, line] for line in range(state.lines))
    can_be_drawn = {0}
    for card in ahead.cards.values():
        can_be_drawn |= {bridges + bridges_of(card) for bridges in can_be_drawn}
    first_numbers = (3, 4) if state.phase == START else (0,)
    return any(2 * (drawn + bridges) == on_board + on_cards + first for bridges in can_be_drawn for first in first_numbers)


def ceiling(state: Hashi, seat: int, coming: Coming) -> int:
    """Returns the most points that could be left in a game, without any search."""
    return totals(state, seat, look_ahead(state, seat, coming))[-1]


def can_be_finished(state: Hashi, seat: int, island: int) -> bool:
    """Tells whether enough bridges could come to an island; one without a number needs at least one."""
    if state.finished[seat] >> island & 1:
        return True
    needed = state.room[seat, island] if state.number[seat, island] else int(state.bridges[seat, island] == 0)
    return supply(state, seat, island, ALL_ISLANDS) >= needed
