"""What a player of Hashi knows beyond the rules: what appeals at a glance, and the settings of the search that suit the game.

It all comes down to how many bridges an island still needs and how many its lines could still bring; what they could bring
beyond the need is its slack. The tables were fitted to games of a long search: what appeals is what the search tried most, and
an island's chance (see outlook.py) is how often such islands were finished in the end. So their numbers are log-odds, in
hundredths.
"""

from __future__ import annotations

from dataclasses import replace

from ponticello.engine.bits import count_bits, lowest_bit, without_lowest
from ponticello.engine.mind import Mind
from ponticello.engine.native import implement, rule
from ponticello.games.hashi.outlook import outlook
from ponticello.games.hashi.position import BRIDGE, DONE, PER_LINE, SIX, SKIP, START_3, Hashi, first_island, first_number
from ponticello.games.hashi.rules import ROUNDS, card_bridges, card_number
from ponticello.games.hashi.supply import ALL_ISLANDS, MOST_SLACK, across, grid, row, supply

END = 4  # more rounds left than this make no difference


# What lies around an island


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
    island = first_island(action)
    flags = 0
    lines = state.lines_at[island]
    while lines != 0:
        if state.flag[across(state, lowest_bit(lines), island)] != 0:
            flags += 1
        lines = without_lowest(lines)
    return START[0 if first_number(action) == 3 else 1, count_bits(state.lines_at[island])] + START_FLAGS[flags]


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


implement(Hashi, appeal=appeal, outlook=outlook)

FITTED = Mind(ripe=1, heat=1.0, exploration=3.0, taste=10)
MIND = replace(FITTED, taste=0, learned=True)  # see signs.py
