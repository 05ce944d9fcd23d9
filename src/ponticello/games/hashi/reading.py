"""What lies on the boards, for those who draw them: cards played, links made, whose marks are whose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from ponticello.engine.bits import count_bits
from ponticello.engine.people import ended, player_names
from ponticello.games.hashi.awards import CONNECTED, FIRST, LATER, SOLO_UNTIL, islands_for, most_connected, points
from ponticello.games.hashi.notation import island_name
from ponticello.games.hashi.position import (
    ACTIONS,
    BRIDGE,
    CARD,
    CARDS,
    DONE,
    NONE,
    OVER,
    ROUND,
    SIX,
    SKIP,
    START,
    START_3,
    TURN_UP,
    WRITE,
    WRITING,
    Hashi,
    first_island,
    first_number,
)
from ponticello.games.hashi.rules import card_bridges, left_neighbour, refusal
from ponticello.games.hashi.words import say

NAME_ROOM = 13.0  # letters of a name over a board


def deck(state: Hashi) -> list[tuple[int, bool]]:
    """Returns the cards of the deck in order, each with whether it has been turned up."""
    cards = []
    for card in range(CARDS):
        copies = state.deck[card]
        played = copies - state.left[card]
        cards += [(card, k < played) for k in range(copies)]
    return cards


def card_in_play(state: Hashi) -> int:
    """Returns the card that everybody is playing, or NONE."""
    return state.card if state.phase == ROUND else NONE


def number_on(state: Hashi, seat: int, island: int) -> int:
    """Returns the number on an island of the board in front of a seat; in the set-up that is a neighbour's board."""
    if state.phase == START and state.start[seat] != NONE and first_island(state.start[seat]) == island:
        return first_number(state.start[seat])
    return state.number[seat, island]


def activity(state: Hashi, seat: int) -> str:
    """Says in a few words what a seat is doing."""
    is_acting = state.to_act >> seat & 1
    if ended():
        return ""
    if state.phase == START:
        if is_acting:
            return say("choosing a 3 or a 4")
        if state.start[seat] == NONE:
            return say("done")
        island = first_island(state.start[seat])
        number, place = number_on(state, seat, island), island_name(state, island)
        if state.seats == 1:
            return say("{number} on {island}", number=number, island=place)
        player = player_names([left_neighbour(state, seat)], NAME_ROOM)
        return say("{number} on {island} for {player}", number=number, island=place, player=player)
    if state.phase == ROUND:
        if not is_acting:
            return say("done")
        if state.stage[seat] == WRITING:
            return say("writing")
        return say("drawing {bridge} of {bridges}", bridge=state.drawn[seat] + 1, bridges=card_bridges(state))
    if seat not in winners(state):
        return ""
    return say("winner") if len(winners(state)) == 1 else say("shared win")


def winners(state: Hashi) -> list[int]:
    """Returns the seats with the most points at the end of a game of several."""
    if state.phase != OVER or state.seats == 1:
        return []
    scores = [points(state, seat) for seat in range(state.seats)]
    return [seat for seat in range(state.seats) if scores[seat] == max(scores)]


# The awards


def progress(state: Hashi, seat: int, award: int) -> tuple[int, int]:
    """Returns how many islands of an award a seat has, and how many it takes."""
    if award == SIX:
        return min(most_connected(state, seat), CONNECTED), CONNECTED
    wanted = islands_for(state, award)
    return count_bits(state.finished[seat] & wanted), count_bits(wanted)


def is_high_gone(state: Hashi, award: int) -> bool:
    """Tells whether only the lower value of an award is left."""
    if state.seats > 1:
        return state.gone[award] == 1
    settled = state.rounds + (state.phase == CARD)  # the next island is finished with the next card
    return settled > int(SOLO_UNTIL[award])


def offer(state: Hashi, award: int) -> int:
    """Returns what an award brings to those who do not have it yet."""
    return int(LATER[award] if is_high_gone(state, award) else FIRST[award])


# A turn in hand


def take_up(state: Hashi) -> Hashi:
    """Returns the position as long as the last turn is not confirmed: the round, or the set-up, is not over yet."""
    if state.phase in (START, ROUND):
        return state
    state = state.copy()
    state.phase = ROUND if state.rounds else START
    for seat in range(state.seats):
        if state.phase == START and state.start[seat] != NONE:  # the number is seen before whoever wrote it
            state.number[left_neighbour(state, seat), first_island(state.start[seat])] = 0
    return state


# Whose marks


def seat_of_targets(state: Hashi, targets: Collection[int]) -> int:
    """Returns the seat that some actions are offered to: the first to act that has just these, or these among others."""
    acting = [seat for seat in range(state.seats) if state.to_act >> seat & 1]
    able = [seat for seat in acting if all(refusal(state, seat, action) == 0 for action in targets)]
    if len(able) > 1:
        exact = [seat for seat in able if sum(refusal(state, seat, action) == 0 for action in range(ACTIONS)) == len(targets)]
        able = exact or able
    return (able or acting or [0])[0]


def fresh_ink(state: Hashi, last: Collection[int]) -> dict[int, Counter[int]]:
    """Returns by seat the actions of the last turn, as far as they show on the board in front of it, and how often it did each.

    A turn says not whose it was. It is found by what everybody did in this round; if another card lies on the table since, by
    what stands on the boards, provided that it fits one board only.
    """
    seen = Counter(action for action in last if action not in (SKIP, DONE) and action < TURN_UP)
    if not seen:
        return {}
    if min(seen) >= START_3:
        begun = [seat for seat in range(state.seats) if state.start[seat] in seen]
        if state.phase == START:
            return {seat: Counter([state.start[seat]]) for seat in begun}
        passed = {left_neighbour(state, seat): Counter([state.start[seat]]) for seat in begun}
        return passed if state.rounds <= 1 else {}
    found = {seat: seen for seat in range(state.seats) if seen.keys() <= acts(state, seat)}
    if not found:
        fits = [seat for seat in range(state.seats) if all(stands(state, seat, action) for action in seen)]
        found = dict.fromkeys(fits, seen) if len(fits) == 1 else {}
    return found


def acts(state: Hashi, seat: int) -> set[int]:
    """Returns what a seat has written and drawn in this round."""
    done = {BRIDGE + state.drawn_on[seat, k] for k in range(state.drawn[seat])}
    return done if state.wrote[seat] == NONE else done | {WRITE + state.wrote[seat]}


def stands(state: Hashi, seat: int, action: int) -> bool:
    """Tells whether a board shows a number on an island, or a bridge on a line."""
    return bool(state.spans[seat, action - BRIDGE] if action >= BRIDGE else state.number[seat, action - WRITE])
