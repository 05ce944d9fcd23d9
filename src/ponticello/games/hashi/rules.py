"""The rules of Hashi (Jeffrey D. Allers, 2021), in the order of the rulebook.

Everybody has a board of their own with the same eighteen islands. Each round one card gives all of them a number to write on an
island and some bridges to draw between neighbours. An island is finished when as many bridges reach it as its number says.

Sets of islands and of dotted lines are bits. That a line can never take another bridge is noted once and for ever (`usable`), and
so is that a number stands at one of its ends (`reached`): what can be drawn now is what is in both.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ponticello.engine.bits import count_bits, lowest_bit, nth_bit, without_lowest
from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Grid, Ints, Record, int8
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.hashi.board import BLUE_FLAG, FLAGS, ISLANDS, LINES, RED_FLAG, find_board, shipped_deck

SEATS = 4
ROUNDS = 17
HIGHEST = 6  # the highest number, and the most bridges at an island without one
PER_LINE = 2
PER_CARD = 3  # the most bridges on a card
CARDS = HIGHEST * PER_CARD  # the different cards; card k has the number k // 3 + 1 and k % 3 + 1 bridges
NONE = -1

# The phases of a game: the first number for a neighbour, a card to be turned up, a round of everybody, the end.
START, CARD, ROUND, OVER = 0, 1, 2, 3

# The two actions of a round, a and b.
WRITING, DRAWING = 0, 1

# The actions: the card's number on an island, no number, a bridge on a line, no bridges, in the set-up a 3 or a 4 on an
# island, and chance's card.
WRITE = 0
SKIP = WRITE + ISLANDS
BRIDGE = SKIP + 1
DONE = BRIDGE + LINES
START_3 = DONE + 1
START_4 = START_3 + ISLANDS
TURN_UP = START_4 + ISLANDS
ACTIONS = TURN_UP + CARDS

# Why an action is refused.
NOT_NOW, ISLAND_FLAGGED, HAS_NUMBER, BARE_FLAG, TOO_SMALL, NO_LINE, LINE_FULL, CROSSING = range(1, 9)
END_FINISHED, END_FULL, NO_NUMBER, TOO_FEW_LEFT, MUST_DRAW, CARD_GONE = range(9, 15)

# The awards, with what they bring to the first and later, and in a solo game the last card for the higher value.
RED, BLUE, SIX = 0, 1, 2
AWARDS = 3
FIRST = np.array([9, 7, 8], np.int64)
LATER = np.array([5, 3, 4], np.int64)
SOLO_UNTIL = np.array([12, 7, 12], np.int64)
CONNECTED = 6


class Hashi(Record):
    """A position. Grids have a row for each seat."""

    seats: int8
    phase: int8
    to_act: int8  # the seats that have not finished their part of the set-up or the round
    rounds: int8  # cards turned up so far
    card: int8  # the card of the round, or NONE before the first
    left: Annotated[Ints, np.int8, CARDS]  # how many of each card have not been turned up; the removed one is among them

    column: Annotated[Ints, np.int8, ISLANDS]  # from 0; islands are numbered row by row
    row: Annotated[Ints, np.int8, ISLANDS]  # from 0, at the top
    flag: Annotated[Ints, np.int8, ISLANDS]  # NO_FLAG, RED_FLAG or BLUE_FLAG
    lines: int8  # how many dotted lines the board has
    line_a: Annotated[Ints, np.int8, LINES]  # the end with the lower number
    line_b: Annotated[Ints, np.int8, LINES]
    lines_at: Annotated[Ints, np.int64, ISLANDS]
    crossing: Annotated[Ints, np.int64, LINES]  # the lines that a line crosses
    flagged: Annotated[Ints, np.int64, FLAGS]  # the islands with each flag, or with none

    start: Annotated[Ints, np.int8, SEATS]  # the set-up action of each seat, or NONE; it goes to the left neighbour's board
    stage: Annotated[Ints, np.int8, SEATS]  # WRITING or DRAWING, of a seat still to act in the round
    wrote: Annotated[Ints, np.int8, SEATS]  # the island written on in this round, or NONE
    drawn: Annotated[Ints, np.int8, SEATS]  # bridges drawn in this round
    drawn_on: Annotated[Grid, np.int8, SEATS, PER_CARD]  # their lines, or NONE

    number: Annotated[Grid, np.int8, SEATS, ISLANDS]  # 0 for none
    bridges: Annotated[Grid, np.int8, SEATS, ISLANDS]  # that reach an island
    room: Annotated[Grid, np.int8, SEATS, ISLANDS]  # bridges that an island can still take
    spans: Annotated[Grid, np.int8, SEATS, LINES]  # bridges on a line

    free: Annotated[Ints, np.int64, SEATS]  # islands without a number
    above: Annotated[Grid, np.int64, SEATS, HIGHEST + 1]  # islands that more than k bridges reach
    usable: Annotated[Ints, np.int64, SEATS]  # lines that are not full, not crossed, and have room at both ends
    reached: Annotated[Ints, np.int64, SEATS]  # lines with a number at one end at least
    finished: Annotated[Ints, np.int64, SEATS]  # islands with exactly their number of bridges
    finished_before: Annotated[Ints, np.int64, SEATS]  # those finished when the round began

    award: Annotated[Grid, np.int8, SEATS, AWARDS]  # points scored for RED, BLUE and SIX
    gone: Annotated[Ints, np.int8, AWARDS]  # 1 if the higher value has been scored in an earlier round


# The set-up


def set_up(state: Hashi, players: int, board: str) -> None:
    """Gives everybody the same empty board; the eighteen cards lie face down, and one of them will never be turned up."""
    state.seats = players
    state.card = NONE
    state.to_act = (1 << players) - 1
    for card, count in enumerate(shipped_deck()):
        state.left[card] = count
    places = find_board(board)
    for island in range(ISLANDS):
        state.column[island], state.row[island] = places.islands[island]
        state.flag[island] = places.flags[island]
        state.flagged[places.flags[island]] |= 1 << island
    state.lines = len(places.lines)
    for line, (a, b) in enumerate(places.lines):
        state.line_a[line], state.line_b[line] = a, b
        state.lines_at[a] |= 1 << line
        state.lines_at[b] |= 1 << line
        for other in places.crossed_by(line):
            state.crossing[line] |= 1 << other
    for seat in range(SEATS):
        state.start[seat] = NONE
        clear_round(state, seat)
        take_stock(state, seat)


@rule
def actors(state: Hashi) -> int:
    """Everybody acts at once, in the set-up and in every round; before each round chance turns up a card."""
    return 1 << CHANCE if state.phase == CARD else state.to_act


@rule
def left_neighbour(state: Hashi, seat: int) -> int:
    """Returns who gets the board on which a seat writes the first number; a solo player keeps it."""
    return (seat + 1) % state.seats


@rule
def pass_boards_on(state: Hashi) -> None:
    """When all have written a 3 or a 4 the boards change hands, and everybody sees what they got."""
    for seat in range(state.seats):
        if state.start[seat] != NONE:
            number = 3 if state.start[seat] < START_4 else 4
            put_number(state, left_neighbour(state, seat), (state.start[seat] - START_3) % ISLANDS, number)
    state.phase = CARD


# The cards


@rule
def card_number(state: Hashi) -> int:
    """Returns the number on the card of the round."""
    return state.card // PER_CARD + 1


@rule
def card_bridges(state: Hashi) -> int:
    """Returns the bridges on the card of the round."""
    return state.card % PER_CARD + 1


@rule
def turn_up(state: Hashi, card: int) -> None:
    """A card is turned up, and everybody plays it."""
    state.card = card
    state.left[card] -= 1
    state.rounds += 1
    state.phase = ROUND
    state.to_act = (1 << state.seats) - 1
    for seat in range(state.seats):
        state.finished_before[seat] = state.finished[seat]
        clear_round(state, seat)


@rule
def clear_round(state: Hashi, seat: int) -> None:
    """Forgets what a seat did in a round."""
    state.stage[seat] = WRITING
    state.wrote[seat] = NONE
    state.drawn[seat] = 0
    for k in range(PER_CARD):
        state.drawn_on[seat, k] = NONE


# Action a: a number


@rule
def for_number(state: Hashi, seat: int) -> int:
    """Returns the islands for the card's number: free, with no more bridges than it says, and a flagged one only if a bridge
    reaches it already."""
    allowed = state.flagged[0] | state.above[seat, 0]
    return state.free[seat] & allowed & ~state.above[seat, card_number(state)]


@rule
def refuse_number(state: Hashi, seat: int, island: int) -> int:
    """Names the rule that keeps the card's number off an island."""
    if state.number[seat, island] != 0:
        return HAS_NUMBER
    if state.flag[island] != 0 and state.bridges[seat, island] == 0:
        return BARE_FLAG
    if state.bridges[seat, island] > card_number(state):
        return TOO_SMALL
    return LEGAL


@rule
def put_number(state: Hashi, seat: int, island: int, number: int) -> None:
    """Writes a number on an island; one that equals its bridges finishes it at once."""
    state.number[seat, island] = number
    state.room[seat, island] = number - state.bridges[seat, island]
    state.free[seat] &= ~(1 << island)
    state.reached[seat] |= state.lines_at[island]
    if state.room[seat, island] == 0:
        close_island(state, seat, island)


@rule
def close_island(state: Hashi, seat: int, island: int) -> None:
    """No bridge leaves an island that is finished, or has six bridges and no number yet."""
    state.usable[seat] &= ~state.lines_at[island]
    if state.number[seat, island] != 0:
        state.finished[seat] |= 1 << island


# Action b: bridges


@rule
def for_bridge(state: Hashi, seat: int) -> int:
    """Returns the lines that can take one bridge now, whatever comes after it."""
    return state.usable[seat] & state.reached[seat]


@rule
def still_to_draw(state: Hashi, seat: int) -> int:
    """Returns how many bridges of the card a seat has not drawn in this round."""
    return card_bridges(state) - state.drawn[seat]


@rule
def lines_after(state: Hashi, seat: int, line: int, lines: int, before: int) -> int:
    """Returns which of some lines can take a bridge after one on `line`; `before` is a line drawn before that, or NONE.

    A bridge closes the lines it crosses, its own line if it is the second there, and the lines at an end it fills.
    """
    a, b = state.line_a[line], state.line_b[line]
    on_line, room_a, room_b = state.spans[seat, line], state.room[seat, a], state.room[seat, b]
    if before != NONE:
        c, d = state.line_a[before], state.line_b[before]
        if before == line:
            on_line += 1
        if a == c or a == d:
            room_a -= 1
        if b == c or b == d:
            room_b -= 1
    lines &= ~state.crossing[line]
    if on_line == PER_LINE - 1:
        lines &= ~(1 << line)
    if room_a == 1:
        lines &= ~state.lines_at[a]
    if room_b == 1:
        lines &= ~state.lines_at[b]
    return lines


@rule
def can_be_completed(state: Hashi, seat: int, line: int) -> bool:
    """All bridges of a card are drawn or none: tells whether a bridge on a line leaves room for the rest of the card."""
    rest = still_to_draw(state, seat) - 1
    if rest == 0:
        return True
    second = lines_after(state, seat, line, for_bridge(state, seat), NONE)
    if rest == 1 or second == 0:
        return second != 0
    tried = second
    while tried != 0:
        if lines_after(state, seat, lowest_bit(tried), second, line) != 0:
            return True
        tried = without_lowest(tried)
    return False


@rule
def refuse_bridge(state: Hashi, seat: int, line: int) -> int:
    """Names the rule that keeps a bridge off a line: two a line, no crossing, none from a finished or full island, a number at
    one end at least, and never fewer bridges than on the card."""
    if line >= state.lines:
        return NO_LINE
    if for_bridge(state, seat) >> line & 1:
        return LEGAL if can_be_completed(state, seat, line) else TOO_FEW_LEFT
    a, b = state.line_a[line], state.line_b[line]
    if state.spans[seat, line] == PER_LINE:
        return LINE_FULL
    if (state.finished[seat] >> a | state.finished[seat] >> b) & 1:
        return END_FINISHED
    if state.room[seat, a] == 0 or state.room[seat, b] == 0:
        return END_FULL
    if not state.usable[seat] >> line & 1:
        return CROSSING
    return NO_NUMBER


@rule
def draw_bridge(state: Hashi, seat: int, line: int) -> None:
    """Draws a bridge."""
    state.spans[seat, line] += 1
    if state.spans[seat, line] == PER_LINE:
        state.usable[seat] &= ~(1 << line)
    state.usable[seat] &= ~state.crossing[line]
    add_bridge(state, seat, state.line_a[line])
    add_bridge(state, seat, state.line_b[line])


@rule
def add_bridge(state: Hashi, seat: int, island: int) -> None:
    """Counts a bridge at one of its ends."""
    state.above[seat, state.bridges[seat, island]] |= 1 << island
    state.bridges[seat, island] += 1
    state.room[seat, island] -= 1
    if state.room[seat, island] == 0:
        close_island(state, seat, island)


# A round


@rule
def mid_turn(state: Hashi, seat: int) -> bool:
    """A seat that has written its number, or left it out, still owes action b."""
    return state.phase == ROUND and seat < state.seats and state.to_act >> seat & 1 == 1 and state.stage[seat] == DRAWING


@rule
def refusal(state: Hashi, seat: int, action: int) -> int:
    """Names the rule that refuses an action."""
    if action < 0 or action >= ACTIONS or not actors(state) >> seat & 1:
        return NOT_NOW
    if state.phase == CARD:
        if action < TURN_UP:
            return NOT_NOW
        return LEGAL if state.left[action - TURN_UP] > 0 else CARD_GONE
    if action >= TURN_UP or (action >= START_3) != (state.phase == START):
        return NOT_NOW
    if state.phase == START:
        return LEGAL if state.flag[(action - START_3) % ISLANDS] == 0 else ISLAND_FLAGGED
    if (action > SKIP) != (state.stage[seat] == DRAWING):
        return NOT_NOW
    if action < SKIP:
        return refuse_number(state, seat, action)
    if action == SKIP:
        return LEGAL
    if action == DONE:
        return LEGAL if state.drawn[seat] == 0 else MUST_DRAW
    return refuse_bridge(state, seat, action - BRIDGE)


@rule
def play(state: Hashi, seat: int, action: int) -> None:
    """Writes a number or draws a bridge; when the last seat has finished, the set-up or the round ends."""
    if action >= TURN_UP:
        turn_up(state, action - TURN_UP)
    elif action >= START_3:
        state.start[seat] = action
        state.to_act &= ~(1 << seat)
        if state.to_act == 0:
            pass_boards_on(state)
    elif action <= SKIP:
        state.stage[seat] = DRAWING
        if action < SKIP:
            state.wrote[seat] = action
            put_number(state, seat, action, card_number(state))
    else:
        if action < DONE:
            draw_bridge(state, seat, action - BRIDGE)
            state.drawn_on[seat, state.drawn[seat]] = action - BRIDGE
            state.drawn[seat] += 1
        if action == DONE or still_to_draw(state, seat) == 0:
            state.stage[seat] = WRITING
            state.to_act &= ~(1 << seat)
            if state.to_act == 0:
                end_round(state)


@rule
def end_round(state: Hashi) -> None:
    """Awards are settled for all together; after seventeen cards the game is over."""
    settle_awards(state)
    state.phase = OVER if state.rounds == ROUNDS else CARD


# The score


@rule
def connects_six(state: Hashi, seat: int) -> bool:
    """Tells whether one of the islands finished in this round belongs to six finished ones joined by bridges, with no
    unfinished one between them."""
    fresh = state.finished[seat] & ~state.finished_before[seat]
    while fresh != 0:
        group = fresh & -fresh
        seen = 0
        while group != seen:
            island = lowest_bit(group & ~seen)
            seen |= 1 << island
            lines = state.lines_at[island]
            while lines != 0:
                line = lowest_bit(lines)
                lines = without_lowest(lines)
                if state.spans[seat, line] > 0:
                    group |= (1 << state.line_a[line] | 1 << state.line_b[line]) & state.finished[seat]
        if count_bits(group) >= CONNECTED:
            return True
        fresh &= ~group
    return False


@rule
def earns(state: Hashi, seat: int, award: int) -> bool:
    """All four red flags, all three blue ones, or six finished islands connected."""
    if award == SIX:
        return connects_six(state, seat)
    wanted = state.flagged[RED_FLAG if award == RED else BLUE_FLAG]
    return state.finished[seat] & wanted == wanted


@rule
def settle_awards(state: Hashi) -> None:
    """Everybody who gets there in the first round in which anyone does scores the higher value, whoever comes later the lower
    one; a solo player races against the cards instead."""
    for award in range(AWARDS):
        is_late = state.gone[award] == 1 or (state.seats == 1 and state.rounds > SOLO_UNTIL[award])
        for seat in range(state.seats):
            if state.award[seat, award] == 0 and state.finished[seat] != state.finished_before[seat]:
                if earns(state, seat, award):
                    state.award[seat, award] = LATER[award] if is_late else FIRST[award]
                    state.gone[award] = 1


@rule
def points(state: Hashi, seat: int) -> int:
    """Two points for each finished island, and the awards."""
    return 2 * count_bits(state.finished[seat]) + state.award[seat, RED] + state.award[seat, BLUE] + state.award[seat, SIX]


# What the others may see


@rule
def hide(state: Hashi, seat: int) -> None:
    """What the others do in a running round, or write in the set-up, is seen when all have finished."""
    for other in range(state.seats):
        if other != seat:
            if state.phase == START:
                state.start[other] = NONE
            elif state.phase == ROUND:
                take_back(state, other)


@rule
def take_back(state: Hashi, seat: int) -> None:
    """Puts a seat's board back to how it was when the round began."""
    if state.wrote[seat] != NONE:
        state.number[seat, state.wrote[seat]] = 0
    for k in range(state.drawn[seat]):
        state.spans[seat, state.drawn_on[seat, k]] -= 1
    clear_round(state, seat)
    take_stock(state, seat)


@rule
def take_stock(state: Hashi, seat: int) -> None:
    """Works out everything that follows from the numbers and bridges on a board."""
    state.free[seat] = 0
    state.reached[seat] = 0
    state.finished[seat] = 0
    state.usable[seat] = (1 << state.lines) - 1
    for k in range(HIGHEST + 1):
        state.above[seat, k] = 0
    for island in range(ISLANDS):
        number, reaching = state.number[seat, island], 0
        for line in range(state.lines):
            if state.lines_at[island] >> line & 1:
                reaching += state.spans[seat, line]
        state.bridges[seat, island] = reaching
        state.room[seat, island] = (HIGHEST if number == 0 else number) - reaching
        for k in range(reaching):
            state.above[seat, k] |= 1 << island
        if number == 0:
            state.free[seat] |= 1 << island
        else:
            state.reached[seat] |= state.lines_at[island]
        if state.room[seat, island] == 0:
            close_island(state, seat, island)
    for line in range(state.lines):
        if state.spans[seat, line] > 0:
            state.usable[seat] &= ~state.crossing[line]
        if state.spans[seat, line] == PER_LINE:
            state.usable[seat] &= ~(1 << line)


# Random play


@rule
def weight(state: Hashi, action: int) -> int:
    """Each card that has not been turned up is as likely as any other."""
    return state.left[action - TURN_UP]


@rule
def sample(state: Hashi, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the legal actions. Of the lines that can take a bridge one is drawn and then tested: those that leave
    no room for the rest of the card are struck off until the draw falls on a good one."""
    if state.phase == CARD:
        index = draw(dice, ROUNDS + 1 - state.rounds)
        card = 0
        while index >= state.left[card]:
            index -= state.left[card]
            card += 1
        return TURN_UP + card
    if state.phase == START:
        islands = state.flagged[0]
        count = count_bits(islands)
        index = draw(dice, 2 * count)
        return START_3 + nth_bit(islands, index) if index < count else START_4 + nth_bit(islands, index - count)
    if state.stage[seat] == WRITING:
        islands = for_number(state, seat)
        count = count_bits(islands)
        index = draw(dice, count + 1)
        return SKIP if index == count else WRITE + nth_bit(islands, index)
    lines = for_bridge(state, seat)
    may_stop = 1 if state.drawn[seat] == 0 else 0
    while True:
        count = count_bits(lines)
        index = draw(dice, count + may_stop)
        if index == count:
            return DONE
        line = nth_bit(lines, index)
        if can_be_completed(state, seat, line):
            return BRIDGE + line
        lines &= ~(1 << line)


implement(
    Hashi,
    actors=actors,
    refusal=refusal,
    play=play,
    points=points,
    mid_turn=mid_turn,
    weight=weight,
    hide=hide,
    sample=sample,
)
