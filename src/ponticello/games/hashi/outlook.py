"""What a player of Hashi can hope for: the chance of every island and of every award, as log-odds fitted to how games ended."""

from __future__ import annotations

import math

import numpy as np

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.native import rule
from ponticello.games.hashi.awards import CONNECTED, FIRST, LATER, SOLO_UNTIL, islands_for, most_connected, points
from ponticello.games.hashi.board import BLUE_FLAG, RED_FLAG
from ponticello.games.hashi.position import BLUE, CARDS, HIGHEST, OVER, PER_CARD, RED, ROUND, SIX, WRITING, Hashi, number_of
from ponticello.games.hashi.rules import ROUNDS
from ponticello.games.hashi.supply import ALL_ISLANDS, MOST_SLACK, grid, row, supply

COUNT_WIDTH = 5  # the bits that hold how many cards there are

# The chance in thousandths for log-odds in tenths, from LEAST_ODDS to -LEAST_ODDS.
LEAST_ODDS = -60
CHANCE = np.array([round(1000 / (1 + math.exp(-odds / 10))) for odds in range(LEAST_ODDS, 1 - LEAST_ODDS)], np.int64)
# The turns left, so far as tables tell them apart.
STAGE = np.array([0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 8, 8], np.int64)
# An island with a number, by its need and its slack, by the turns left and the need, and by its flag.
NEEDS = grid("0 0 0 0 0 / 9 121 148 67 10 / -5 84 161 60 8 / -33 49 93 71 3 / -50 79 105 26 3 / -75 16 48 38 0 / -53 0 6 0 0")
NEEDS_LATE = grid(
    "0 0 0 0 0 0 0 / 0 -158 -144 -22 0 0 0 / 0 -61 -37 -38 0 0 0 / 0 4 10 -31 -42 7 0 / 0 35 35 -33 -23 7 0 / "
    "0 87 70 28 -42 15 -30 / 0 125 85 52 28 -28 10 / 0 144 121 93 83 -33 -42 / 0 179 167 135 159 60 16"
)
NEEDS_FLAG = row("239 402 349")
# A free island, by the bridges there and what its lines could bring, by the numbers to come and the bridges there,
# by its flag and whether bridges reach it, and by how many tenths of the cards left have a number that fits.
FREE = grid(
    "-108 85 -22 -6 -50 -30 -48 60 94 / 101 -47 -53 -51 -62 -58 8 8 0 / 3 -25 -36 -20 -36 -22 94 0 0 / "
    "7 28 16 17 27 41 0 0 0 / 21 1 82 16 34 0 0 0 0 / 54 81 31 13 0 0 0 0 0 / 96 0 0 0 0 0 0 0 0"
)
FREE_LATE = grid(
    "0 0 0 0 0 0 0 / -120 -201 -162 -175 -144 -64 14 / -92 -106 -107 -103 -60 5 30 / -57 -66 -52 -50 -6 37 16 / "
    "-35 -44 -30 -19 9 72 13 / 21 -2 17 47 73 69 22 / 59 30 45 98 118 45 0 / 89 83 103 220 128 13 0 / "
    "112 151 144 118 35 2 0"
)
FREE_FLAG = grid("23 -77 / 206 51 / 136 3")
FREE_FITS = row("-383 -67 1 35 53 73 98 110 121 147 152")
# All flags of a colour before the higher value is gone: the log-odds for red and blue, what each card until then adds, and what
# each missing flag takes.
FLAGS_ODDS = np.array([199, 71], np.int64)
FLAGS_CARD, FLAGS_MISSING = 30, 114
# Six connected: the log-odds with just a turn for each island missing, and what each turn more adds to them.
LINK_ODDS, LINK_TURN = 200, 150


@rule
def chance(odds: int) -> int:
    """Returns log-odds in hundredths as a chance in thousandths."""
    likely: int = CHANCE[max(LEAST_ODDS, min(odds // 10, -LEAST_ODDS)) - LEAST_ODDS]
    return likely


@rule
def is_to_act(state: Hashi, seat: int) -> bool:
    """Tells whether the turn of a seat in the running round is still to come, or to be completed."""
    return state.phase == ROUND and state.to_act >> seat & 1 == 1


@rule
def numbers_to_come(state: Hashi, seat: int) -> int:
    """Returns how many of the cards that a seat may still write have a number up to each, all in one: see `up_to`."""
    packed = 0
    count = 0
    for card in range(CARDS):
        count += state.left[card]
        if card == state.card and is_to_act(state, seat) and state.stage[seat] == WRITING:
            count += 1
        if card % PER_CARD == PER_CARD - 1:
            packed |= count << COUNT_WIDTH * number_of(card)
    return packed


@rule
def up_to(numbers: int, number: int) -> int:
    """Looks up how many cards to come have at most a number."""
    return numbers >> COUNT_WIDTH * min(number, HIGHEST) & (1 << COUNT_WIDTH) - 1


@rule
def finishing(state: Hashi, seat: int, island: int, turns: int, numbers: int) -> int:
    """Returns the chance that an unfinished island will be finished, in thousandths."""
    brings = supply(state, seat, island, ALL_ISLANDS)
    flag = state.flag[island]
    if state.number[seat, island] != 0:
        need = state.room[seat, island]
        if brings < need or turns == 0:
            return 0
        return chance(NEEDS[need, min(brings - need, MOST_SLACK)] + NEEDS_LATE[STAGE[turns], need] + NEEDS_FLAG[flag])
    reaching = state.bridges[seat, island]
    fits = up_to(numbers, reaching + brings) - (up_to(numbers, reaching - 1) if reaching > 0 else 0)
    if fits == 0 or turns == 0:
        return 0
    odds = FREE[reaching, brings] + FREE_LATE[STAGE[turns], reaching] + FREE_FLAG[flag, 1 if reaching == 0 else 0]
    return chance(odds + FREE_FITS[fits * 10 // up_to(numbers, HIGHEST)])


@rule
def cards_until(state: Hashi, award: int) -> int:
    """Returns about how many rounds are left for the higher value of an award; with several seats it may go at any time, most
    likely when a solo player's does."""
    cards: int = max(0, SOLO_UNTIL[award] - state.rounds + (1 if state.phase == ROUND else 0))
    if state.seats == 1:
        return cards
    return 0 if state.gone[award] == 1 else max(2, cards)


@rule
def flags_hope(state: Hashi, seat: int, award: int, likely: int) -> int:
    """Returns what the award for the flags of a colour promises, in hundredths of a point, given the chance of finishing them."""
    if state.award[seat, award] != 0:
        return 0
    missing = count_bits(islands_for(state, award) & ~state.finished[seat])
    cards = cards_until(state, award)
    in_time = chance(FLAGS_ODDS[award] + FLAGS_CARD * cards - FLAGS_MISSING * missing) if cards > 0 else 0
    hope: int = likely * (1000 * LATER[award] + in_time * (FIRST[award] - LATER[award])) // 10_000
    return hope


@rule
def link_hope(state: Hashi, seat: int, turns: int) -> int:
    """Returns what connecting six islands promises: nearly certain as long as there is about a turn for each one missing."""
    if state.award[seat, SIX] != 0:
        return 0
    missing = max(0, CONNECTED - most_connected(state, seat))
    ever = chance(LINK_ODDS + LINK_TURN * (turns - missing))
    in_time = chance(LINK_ODDS + LINK_TURN * (cards_until(state, SIX) - missing))
    hope: int = (LATER[SIX] * ever + (FIRST[SIX] - LATER[SIX]) * in_time) // 10
    return hope


@rule
def outlook(state: Hashi, seat: int) -> int:
    """Adds to the points what each unfinished island and each award promises."""
    hope = 100 * points(state, seat)
    if state.phase == OVER:
        return hope
    turns = ROUNDS - state.rounds + (1 if is_to_act(state, seat) else 0)
    numbers = numbers_to_come(state, seat)
    red, blue = 1000, 1000
    unfinished = ALL_ISLANDS & ~state.finished[seat]
    while unfinished != 0:
        island = lowest_bit(unfinished)
        unfinished = without_lowest(unfinished)
        likely = finishing(state, seat, island, turns, numbers)
        hope += likely // 5
        if state.flag[island] == RED_FLAG:
            red = red * likely // 1000
        elif state.flag[island] == BLUE_FLAG:
            blue = blue * likely // 1000
    return hope + flags_hope(state, seat, RED, red) + flags_hope(state, seat, BLUE, blue) + link_hope(state, seat, turns)
