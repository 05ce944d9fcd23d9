"""What a player of Hashi sees of an action at a glance, as numbers of weights that were learned: see `engine/signs.py`."""

from __future__ import annotations

import numpy as np

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Ints
from ponticello.engine.signs import NONE, Weights, note, weigh
from ponticello.games.hashi.board import RED_FLAG
from ponticello.games.hashi.heuristics import slack, stranded
from ponticello.games.hashi.learned import APPEAL
from ponticello.games.hashi.outlook import cards_until
from ponticello.games.hashi.position import (
    BLUE,
    BRIDGE,
    DONE,
    PER_LINE,
    RED,
    SIX,
    SKIP,
    START_3,
    Hashi,
    first_island,
    first_number,
)
from ponticello.games.hashi.rules import ROUNDS, card_bridges, card_number, still_to_draw
from ponticello.games.hashi.supply import ALL_ISLANDS, across, supply

# How far a game is, by the rounds left: as fine as matters, and coarsely.
LATE = np.array([0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7], np.int64)
STAGE = np.array([0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], np.int64)
# How urgent an award is, by the cards until its higher value falls: it has fallen, hurry, soon, later; 0 is for what is scored or
# brings no award.
URGENT = np.array([1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4], np.int64)

WEIGHTS = Weights()
# The first number: by the number and the lines at the island, and by its neighbours with a flag.
START, START_FLAGS = WEIGHTS.table(2, 5), WEIGHTS.table(4)
# A number: by the stage, what the island then needs and its slack; by its flag, the need and how urgent that is; by how late it
# is; by whether this is the last round and whether the card has bridges enough; by how many of those needed numbered neighbours
# could bring; by how many neighbours are stranded if it is finished at once; by its bridges and those of the card; by its lines.
NUMBER, NUMBER_FLAG, NUMBER_LATE = WEIGHTS.table(3, 7, 6), WEIGHTS.table(3, 4, 5), WEIGHTS.table(8, 7)
NUMBER_NOW, NUMBER_MUTUAL, NUMBER_STRANDS = WEIGHTS.table(2, 2), WEIGHTS.table(5), WEIGHTS.table(5)
NUMBER_BRIDGES, NUMBER_LINES = WEIGHTS.table(7, 3), WEIGHTS.table(5, 7)
# No number, by how late it is and the card's number; no bridges, by how late it is and the card's bridges.
NO_NUMBER, NO_BRIDGES = WEIGHTS.table(8, 7), WEIGHTS.table(8, 4)
# The end of a bridge at an island with a number: by the stage, its need and its slack; by its flag, the need and how urgent that
# is; if it finishes the island, by the lines that closes and by the neighbours that it strands.
TO_NUMBERED, TO_NUMBERED_FLAG = WEIGHTS.table(3, 7, 6), WEIGHTS.table(3, 7, 5)
CLOSES, STRANDS = WEIGHTS.table(5), WEIGHTS.table(5)
# At a free island: by the bridges there, its flag and how urgent that is; by the stage and what its lines could bring.
TO_FREE, TO_FREE_SUPPLY = WEIGHTS.table(7, 3, 5), WEIGHTS.table(3, 9)
# A bridge: by whether it is the second on its line and the lines it closes by crossing; by how urgent six connected islands are;
# by how late it is and how many ends it finishes; by the needs of both ends; by how many are still to draw and how many ends have
# a number; by whether it finishes an end and how many finished islands bridges join to its ends.
CROSSES, SECOND, FINISHES = WEIGHTS.table(2, 4), WEIGHTS.table(2, 5), WEIGHTS.table(8, 3)
NEEDS, TO_DRAW, CONNECTS = WEIGHTS.table(7, 7), WEIGHTS.table(3, 3), WEIGHTS.table(2, 6, 5)

CHARM = WEIGHTS.read(APPEAL)


# What lies around an island


@rule
def finished_beside(state: Hashi, seat: int, island: int) -> int:
    """Returns how many finished islands bridges join to an island."""
    count = 0
    lines = state.lines_at[island]
    while lines != 0:
        line = lowest_bit(lines)
        lines = without_lowest(lines)
        if state.spans[seat, line] > 0:
            count += state.finished[seat] >> across(state, line, island) & 1
    return count


@rule
def urgent(state: Hashi, seat: int, award: int) -> int:
    """Returns how urgent an award is for a seat."""
    if state.award[seat, award] != 0:
        return 0
    return int(URGENT[cards_until(state, award)])


@rule
def flag_urgent(state: Hashi, seat: int, island: int) -> int:
    """Returns how urgent it is to finish an island for its flag's sake."""
    if state.flag[island] == 0:
        return 0
    return urgent(state, seat, RED if state.flag[island] == RED_FLAG else BLUE)


# What is seen of an action


@rule
def start_signs(state: Hashi, action: int) -> tuple[int, int]:
    """Returns what is seen of a first number."""
    island = first_island(action)
    flags = 0
    lines = state.lines_at[island]
    while lines != 0:
        if state.flag[across(state, lowest_bit(lines), island)] != 0:
            flags += 1
        lines = without_lowest(lines)
    high = first_number(action) - 3
    return START + high * 5 + min(4, count_bits(state.lines_at[island])), START_FLAGS + min(3, flags)


@rule
def number_signs(state: Hashi, seat: int, island: int) -> tuple[int, int, int, int, int, int, int]:
    """Returns what is seen of the card's number on an island."""
    number, flag, left = card_number(state), state.flag[island], ROUNDS - state.rounds
    need = number - state.bridges[seat, island]
    lines = state.usable[seat] & state.lines_at[island]
    if need == 0:
        beside = NUMBER_STRANDS + min(4, stranded(state, seat, island, lines, PER_LINE))
    else:
        beside = NUMBER_MUTUAL + max(0, min(supply(state, seat, island, ~state.free[seat]) - need + 3, 4))
    return (
        NUMBER + (int(STAGE[left]) * 7 + need) * 6 + slack(state, seat, island, need),
        NUMBER_FLAG + (flag * 4 + min(need, 3)) * 5 + flag_urgent(state, seat, island),
        NUMBER_LATE + int(LATE[left]) * 7 + need,
        NUMBER_NOW + (2 if left == 0 else 0) + (1 if need <= card_bridges(state) else 0),
        beside,
        NUMBER_BRIDGES + state.bridges[seat, island] * 3 + card_bridges(state) - 1,
        NUMBER_LINES + min(4, count_bits(lines)) * 7 + number,
    )


@rule
def end_signs(state: Hashi, seat: int, line: int, island: int) -> tuple[int, int, int, int]:
    """Returns what is seen of one end of a bridge on a line."""
    stage, flag = int(STAGE[ROUNDS - state.rounds]), state.flag[island]
    if state.number[seat, island] == 0:
        return (
            TO_FREE + (state.bridges[seat, island] * 3 + flag) * 5 + flag_urgent(state, seat, island),
            TO_FREE_SUPPLY + stage * 9 + min(8, supply(state, seat, island, ALL_ISLANDS)),
            NONE,
            NONE,
        )
    need = state.room[seat, island]
    closes, strands = NONE, NONE
    if need == 1:
        closed = state.usable[seat] & state.lines_at[island] & ~(1 << line)
        closes = CLOSES + min(4, count_bits(closed))
        strands = STRANDS + min(4, stranded(state, seat, island, closed, 1))
    return (
        TO_NUMBERED + (stage * 7 + need) * 6 + slack(state, seat, island, need),
        TO_NUMBERED_FLAG + (flag * 7 + need) * 5 + flag_urgent(state, seat, island),
        closes,
        strands,
    )


@rule
def need_of(state: Hashi, seat: int, island: int) -> int:
    """Returns how many bridges an island needs; 0 without a number."""
    return state.room[seat, island] if state.number[seat, island] != 0 else 0


@rule
def line_signs(state: Hashi, seat: int, line: int) -> tuple[int, int, int, int, int, int]:
    """Returns what is seen of a bridge on a line as a whole."""
    a, b = state.line_a[line], state.line_b[line]
    need_a, need_b = need_of(state, seat, a), need_of(state, seat, b)
    finishes = (1 if need_a == 1 else 0) + (1 if need_b == 1 else 0)
    numbered = (1 if need_a > 0 else 0) + (1 if need_b > 0 else 0)
    second, six = state.spans[seat, line], urgent(state, seat, SIX)
    beside = min(5, finished_beside(state, seat, a) + finished_beside(state, seat, b))
    return (
        CROSSES + second * 4 + min(3, count_bits(state.crossing[line] & state.usable[seat])),
        SECOND + second * 5 + six,
        FINISHES + int(LATE[ROUNDS - state.rounds]) * 3 + finishes,
        NEEDS + max(need_a, need_b) * 7 + min(need_a, need_b),
        TO_DRAW + (still_to_draw(state, seat) - 1) * 3 + numbered,
        CONNECTS + (min(finishes, 1) * 6 + beside) * 5 + six,
    )


@rule
def no_number_sign(state: Hashi) -> int:
    """Returns what is seen of leaving the number out."""
    return NO_NUMBER + int(LATE[ROUNDS - state.rounds]) * 7 + card_number(state)


@rule
def no_bridges_sign(state: Hashi) -> int:
    """Returns what is seen of leaving the bridges out."""
    return NO_BRIDGES + int(LATE[ROUNDS - state.rounds]) * 4 + card_bridges(state)


@rule
def signs(state: Hashi, seat: int, action: int, found: Ints) -> int:
    """Writes down what is seen of an action; of a first number only alone: what is good for oneself is bad for a neighbour."""
    if action >= START_3:
        return note(start_signs(state, action), found, 0) if state.seats == 1 else 0
    if action < SKIP:
        return note(number_signs(state, seat, action), found, 0)
    if action == SKIP:
        return note((no_number_sign(state),), found, 0)
    if action == DONE:
        return note((no_bridges_sign(state),), found, 0)
    line = action - BRIDGE
    count = note(line_signs(state, seat, line), found, 0)
    count = note(end_signs(state, seat, line, state.line_a[line]), found, count)
    return note(end_signs(state, seat, line, state.line_b[line]), found, count)


@rule
def learned_appeal(state: Hashi, seat: int, action: int) -> int:
    """Judges an action by what is seen of it; the first number is good for oneself, or bad for a neighbour."""
    if action >= START_3:
        charm = weigh(CHARM, start_signs(state, action))
        return charm if state.seats == 1 else -charm
    if action < SKIP:
        return weigh(CHARM, number_signs(state, seat, action))
    if action == SKIP:
        return int(CHARM[no_number_sign(state)])
    if action == DONE:
        return int(CHARM[no_bridges_sign(state)])
    line = action - BRIDGE
    charm = weigh(CHARM, line_signs(state, seat, line))
    charm += weigh(CHARM, end_signs(state, seat, line, state.line_a[line]))
    return charm + weigh(CHARM, end_signs(state, seat, line, state.line_b[line]))


implement(Hashi, signs=signs, learned_appeal=learned_appeal)
