"""What a player of hashi knows beyond the rules.

It all comes down to how many bridges an island still needs and how many its lines could still bring; what they could bring
beyond the need is its slack. The tables were fitted to games of a long search: what appeals is what the search tried most, and
an island's chance is how often such islands were finished in the end. So their numbers are log-odds, in hundredths.
"""

from __future__ import annotations

import math
from typing import cast

import numpy as np

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.mind import Mind
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Grid, Ints
from ponticello.games.hashi.board import BLUE_FLAG, ISLANDS, RED_FLAG
from ponticello.games.hashi.rules import (
    BLUE,
    BRIDGE,
    CARDS,
    CONNECTED,
    DONE,
    FIRST,
    HIGHEST,
    LATER,
    OVER,
    PER_CARD,
    PER_LINE,
    RED,
    ROUND,
    ROUNDS,
    SIX,
    SKIP,
    SOLO_UNTIL,
    START_3,
    START_4,
    WRITING,
    Hashi,
    card_bridges,
    card_number,
    points,
)

ALL_ISLANDS = (1 << ISLANDS) - 1
MOST_SLACK = 4  # more of it makes no difference
END = 4  # nor do more rounds left than this, for what appeals


def row(text: str) -> Ints:
    """Reads a table of numbers."""
    return cast(Ints, np.array(text.split(), np.int64))


def grid(text: str) -> Grid:
    """Reads a table of rows of numbers."""
    return cast(Grid, np.array([part.split() for part in text.split("/")], np.int64))


# What lies around an island


@rule
def across(state: Hashi, line: int, island: int) -> int:
    """Returns the island at the other end of a line."""
    return state.line_a[line] + state.line_b[line] - island


@rule
def supply(state: Hashi, seat: int, island: int, neighbours: int) -> int:
    """Returns how many bridges could still come to an island from some of its neighbours."""
    lines = state.usable[seat] & state.lines_at[island]
    count = 0
    while lines != 0:
        line = lowest_bit(lines)
        lines = without_lowest(lines)
        other = across(state, line, island)
        if neighbours >> other & 1:
            count += min(PER_LINE - state.spans[seat, line], state.room[seat, other])
    return count


@rule
def slack(state: Hashi, seat: int, island: int, need: int) -> int:
    """Returns the slack of an island that needs some bridges, as the tables have it: 0 if it can never get them."""
    return max(0, min(supply(state, seat, island, ALL_ISLANDS) - need, MOST_SLACK) + 1)


@rule
def stranded(state: Hashi, seat: int, island: int, lines: int, each: int) -> int:
    """Returns how many numbered neighbours of an island could never be finished without some lines that would have brought
    them at most so many bridges each."""
    count = 0
    while lines != 0:
        line = lowest_bit(lines)
        lines = without_lowest(lines)
        other = across(state, line, island)
        if state.number[seat, other] != 0:
            lost = min(PER_LINE - state.spans[seat, line], each)
            if supply(state, seat, other, ALL_ISLANDS) - lost < state.room[seat, other]:
                count += 1
    return count


@rule
def rounds_left(state: Hashi) -> int:
    """Returns how many rounds come after this one, as far as it matters."""
    return min(END, ROUNDS - state.rounds)


# What appeals: a number

# By the bridges that the island then needs, and its slack.
NUMBER = grid(
    "0 247 3 48 -5 -113 / -287 287 195 75 -18 -166 / -304 206 220 44 57 -201 / -371 157 129 115 -64 -46 / "
    "-359 51 135 85 177 -38 / -305 14 51 256 82 0 / -163 -67 39 258 0 0"
)
# By its flag and the need, up to 3.
NUMBER_FLAG = grid("-115 -142 -152 -25 / 175 116 88 82 / 119 113 86 80")
# By the rounds left and the need.
NUMBER_LATE = grid(
    "88 -27 -13 58 67 25 -23 / 106 -32 -41 -75 37 26 59 / 24 20 -20 -52 -28 76 24 / -70 -7 -8 -15 17 45 83 / "
    "31 132 104 4 -40 -75 -75"
)
# By whether this is not or is the last round, and whether the card has too few bridges for the need or enough.
NUMBER_NOW = grid("116 134 / 81 94")
# By how many of the needed bridges numbered neighbours could bring: 3 or more too few, 2, 1, just enough, or more.
NUMBER_MUTUAL = row("12 60 37 87 49")
# An island that is finished at once, by how many neighbours that strands.
NUMBER_STRANDS = row("179 30 -29 0 0")
# No number, by the rounds left and by the card's number.
NO_NUMBER_LATE = row("-175 -79 -44 -45 -82")
NO_NUMBER = row("0 -117 -89 -97 -93 -65 36")


@rule
def number_appeal(state: Hashi, seat: int, island: int) -> int:
    """Judges the card's number on an island."""
    need = card_number(state) - state.bridges[seat, island]
    late = rounds_left(state)
    charm = NUMBER[need, slack(state, seat, island, need)] + NUMBER_FLAG[state.flag[island], min(need, 3)]
    charm += NUMBER_LATE[late, need]
    charm += NUMBER_NOW[1 if late == 0 else 0, 1 if need <= card_bridges(state) else 0]
    if need == 0:
        return charm + NUMBER_STRANDS[stranded(state, seat, island, state.usable[seat] & state.lines_at[island], PER_LINE)]
    return charm + NUMBER_MUTUAL[max(0, min(supply(state, seat, island, ~state.free[seat]) - need + 3, 4))]


# What appeals: bridges

# A bridge to an island with a number, by its need before and its slack.
TO_NUMBERED = grid(
    "0 0 0 0 0 0 / 0 32 -6 -33 13 26 / -90 67 33 12 29 64 / -57 83 36 19 23 0 / -82 41 55 44 16 0 / -102 24 74 66 0 0 / "
    "-71 -13 38 15 0 0"
)
# By its flag and its need.
TO_NUMBERED_FLAG = grid("0 -67 -46 -59 -52 -59 -31 / 0 45 75 73 72 77 0 / 0 55 85 90 53 44 0")
# If the bridge finishes the island, by how many other lines that closes, and how many neighbours it strands.
CLOSES = row("16 38 16 -37 0")
STRANDS = row("111 -78 0 0 0")
# A bridge to a free island, by the bridges there before and its flag, and by what its lines could bring.
TO_FREE = grid("-88 20 28 / -46 -7 11 / -31 18 24 / -13 25 32 / -20 0 -21 / 45 0 0 / 0 0 0")
TO_FREE_SUPPLY = row("0 -1 -40 17 22 18 3 -23 -20")
# By the lines that it crosses and closes.
CROSSES = row("100 158 0 -92")
# By whether it is the first on its line or the second, and whether six islands are still to be connected or have been.
SECOND = grid("69 42 / 27 27")
# By the rounds left and how many of its ends it finishes.
FINISHES_LATE = grid("2 75 22 / 17 -10 -53 / 21 2 -44 / -6 16 61 / 55 38 -31")
# No bridges, by the rounds left and by the bridges of the card.
NO_BRIDGES_LATE = row("-99 46 21 -71 -62")
NO_BRIDGES = row("0 23 -76 -113")


@rule
def end_appeal(state: Hashi, seat: int, line: int, island: int) -> int:
    """Judges what a bridge on a line means to one of its ends."""
    if state.number[seat, island] == 0:
        reaching, flag = state.bridges[seat, island], state.flag[island]
        return TO_FREE[reaching, flag] + TO_FREE_SUPPLY[supply(state, seat, island, ALL_ISLANDS)]
    need = state.room[seat, island]
    charm = TO_NUMBERED[need, slack(state, seat, island, need)] + TO_NUMBERED_FLAG[state.flag[island], need]
    if need == 1:
        closed = state.usable[seat] & state.lines_at[island] & ~(1 << line)
        charm += CLOSES[count_bits(closed)] + STRANDS[stranded(state, seat, island, closed, 1)]
    return charm


@rule
def bridge_appeal(state: Hashi, seat: int, line: int) -> int:
    """Judges a bridge."""
    charm = 0
    finishes = 0
    for island in (state.line_a[line], state.line_b[line]):
        charm += end_appeal(state, seat, line, island)
        if state.number[seat, island] != 0 and state.room[seat, island] == 1:
            finishes += 1
    charm += CROSSES[count_bits(state.crossing[line] & state.usable[seat])]
    charm += SECOND[state.spans[seat, line], 0 if state.award[seat, SIX] == 0 else 1]
    return charm + FINISHES_LATE[rounds_left(state), finishes]


# What appeals: the first number

# By the number, 3 or 4, and the lines at the island; by its neighbours with a flag.
START = grid("0 0 242 -35 -148 / 0 0 -25 80 -114")
START_FLAGS = row("-21 -149 19 151 0")


@rule
def start_appeal(state: Hashi, action: int) -> int:
    """Judges the first number for whoever gets the board."""
    island = (action - START_3) % ISLANDS
    flags = 0
    lines = state.lines_at[island]
    while lines != 0:
        if state.flag[across(state, lowest_bit(lines), island)] != 0:
            flags += 1
        lines = without_lowest(lines)
    return START[0 if action < START_4 else 1, count_bits(state.lines_at[island])] + START_FLAGS[flags]


@rule
def appeal(state: Hashi, seat: int, action: int) -> int:
    """Judges an action by what lies around it; the first number is good for oneself, or bad for a neighbour."""
    if action >= START_3:
        return start_appeal(state, action) if state.seats == 1 else -start_appeal(state, action)
    if action < SKIP:
        return number_appeal(state, seat, action)
    late = rounds_left(state)
    if action == SKIP:
        return NO_NUMBER_LATE[late] + NO_NUMBER[card_number(state)]
    if action == DONE:
        return NO_BRIDGES_LATE[late] + NO_BRIDGES[card_bridges(state)]
    return bridge_appeal(state, seat, action - BRIDGE)


# What can be hoped for

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
    """Returns how many of the cards that a seat may still write have a number up to each: five bits for each, from 0."""
    packed = 0
    count = 0
    for card in range(CARDS):
        count += state.left[card]
        if card == state.card and is_to_act(state, seat) and state.stage[seat] == WRITING:
            count += 1
        if card % PER_CARD == PER_CARD - 1:
            packed |= count << 5 * (card // PER_CARD + 1)
    return packed


@rule
def up_to(numbers: int, number: int) -> int:
    """Looks up how many cards to come have at most a number."""
    return numbers >> 5 * min(number, HIGHEST) & 31


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
    missing = count_bits(state.flagged[RED_FLAG + award - RED] & ~state.finished[seat])
    cards = cards_until(state, award)
    in_time = chance(FLAGS_ODDS[award] + FLAGS_CARD * cards - FLAGS_MISSING * missing) if cards > 0 else 0
    hope: int = likely * (1000 * LATER[award] + in_time * (FIRST[award] - LATER[award])) // 10_000
    return hope


@rule
def largest_link(state: Hashi, seat: int) -> int:
    """Returns how many finished islands are joined by bridges, at the most."""
    most = 0
    rest = state.finished[seat]
    while count_bits(rest) > most:
        group = rest & -rest
        seen = 0
        while group != seen:
            island = lowest_bit(group & ~seen)
            seen |= 1 << island
            lines = state.lines_at[island]
            while lines != 0:
                line = lowest_bit(lines)
                lines = without_lowest(lines)
                if state.spans[seat, line] > 0:
                    group |= 1 << across(state, line, island) & state.finished[seat]
        most = max(most, count_bits(group))
        rest &= ~group
    return most


@rule
def link_hope(state: Hashi, seat: int, turns: int) -> int:
    """Returns what connecting six islands promises: nearly certain as long as there is about a turn for each one missing."""
    if state.award[seat, SIX] != 0:
        return 0
    missing = max(0, CONNECTED - largest_link(state, seat))
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


implement(Hashi, appeal=appeal, outlook=outlook)

MIND = Mind(ripe=1, heat=1.0, exploration=3.0, taste=10)
