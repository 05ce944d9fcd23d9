"""The rules of Hashi (Jeffrey D. Allers, 2021), in the order of the rulebook.

Everybody has a board of their own with the same eighteen islands. Each round one card gives all of them a number to write on an
island and some bridges to draw between neighbours. An island is finished when as many bridges reach it as its number says.
"""

from __future__ import annotations

from ponticello.engine.bits import count_bits, lowest_bit, nth_bit, without_lowest
from ponticello.engine.dice import Dice, draw
from ponticello.engine.native import implement, rule
from ponticello.engine.record import Ints
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.hashi.awards import points, settle_awards
from ponticello.games.hashi.board import NO_FLAG
from ponticello.games.hashi.position import (
    ACTIONS,
    BRIDGE,
    CARD,
    DONE,
    DRAWING,
    NONE,
    OVER,
    PER_LINE,
    ROUND,
    SKIP,
    START,
    START_3,
    START_4,
    TURN_UP,
    WRITE,
    WRITING,
    Hashi,
    bridges_of,
    clear_round,
    first_island,
    first_number,
    note_bridge,
    note_number,
    number_of,
    take_back,
)

ROUNDS = 17

# Why an action is refused.
NOT_NOW, ISLAND_FLAGGED, HAS_NUMBER, BARE_FLAG, TOO_SMALL, NO_LINE, LINE_FULL, CROSSING = range(1, 9)
END_FINISHED, END_FULL, NO_NUMBER, TOO_FEW_LEFT, MUST_DRAW, CARD_GONE = range(9, 15)


# The start


@rule
def start_refusal(state: Hashi, action: int) -> int:
    """The first number, a 3 or a 4, goes on an island without a flag."""
    if action < START_3 or action >= TURN_UP:
        return NOT_NOW
    return LEGAL if state.flag[first_island(action)] == NO_FLAG else ISLAND_FLAGGED


@rule
def left_neighbour(state: Hashi, seat: int) -> int:
    """Returns who gets the board on which a seat writes the first number; a solo player keeps it."""
    return (seat + 1) % state.seats


@rule
def pass_boards_on(state: Hashi) -> None:
    """When all have written a 3 or a 4 the boards change hands, and everybody sees what they got."""
    for seat in range(state.seats):
        written = state.start[seat]
        if written != NONE:  # it is where a player thinks ahead who may not know it yet (see hide)
            note_number(state, left_neighbour(state, seat), first_island(written), first_number(written))
    state.phase = CARD


# The cards


@rule
def card_refusal(state: Hashi, action: int) -> int:
    """A card is turned up that has not been before."""
    if action < TURN_UP:
        return NOT_NOW
    return LEGAL if state.left[action - TURN_UP] > 0 else CARD_GONE


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
def card_number(state: Hashi) -> int:
    """Returns the number on the card of the round."""
    return number_of(state.card)


@rule
def card_bridges(state: Hashi) -> int:
    """Returns the bridges on the card of the round."""
    return bridges_of(state.card)


# Action a: the number


@rule
def for_number(state: Hashi, seat: int) -> int:
    """Returns the islands for the card's number: free, with no more bridges than it says, and a flagged one only if a bridge
    reaches it already."""
    allowed = state.flagged[NO_FLAG] | state.above[seat, 0]
    return state.free[seat] & allowed & ~state.above[seat, card_number(state)]


@rule
def number_refusal(state: Hashi, seat: int, action: int) -> int:
    """The number may be left out. Else it goes on an island that has none; on a flagged one only if a bridge reaches it already;
    and it may not be smaller than the bridges there."""
    if action > SKIP:
        return NOT_NOW
    if action == SKIP:
        return LEGAL
    island = action - WRITE
    if state.number[seat, island] != 0:
        return HAS_NUMBER
    if state.flag[island] != NO_FLAG and state.bridges[seat, island] == 0:
        return BARE_FLAG
    return TOO_SMALL if state.bridges[seat, island] > card_number(state) else LEGAL


# Action b: the bridges


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
        on_line += before == line
        room_a -= state.lines_at[a] >> before & 1
        room_b -= state.lines_at[b] >> before & 1
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
def bridge_refusal(state: Hashi, seat: int, action: int) -> int:
    """Bridges are left out altogether or drawn all, one after another."""
    if action < BRIDGE or action > DONE:
        return NOT_NOW
    if action == DONE:
        return LEGAL if state.drawn[seat] == 0 else MUST_DRAW
    line = action - BRIDGE
    if line >= state.lines:
        return NO_LINE
    if for_bridge(state, seat) >> line & 1:
        return LEGAL if can_be_completed(state, seat, line) else TOO_FEW_LEFT
    return line_refusal(state, seat, line)


@rule
def line_refusal(state: Hashi, seat: int, line: int) -> int:
    """Names the rule that keeps a bridge off a line: two a line, none from a finished or full island, no crossing, a number at
    one end at least."""
    a, b = state.line_a[line], state.line_b[line]
    if state.spans[seat, line] == PER_LINE:
        return LINE_FULL
    if (state.finished[seat] >> a | state.finished[seat] >> b) & 1:
        return END_FINISHED
    if state.room[seat, a] == 0 or state.room[seat, b] == 0:
        return END_FULL
    return NO_NUMBER if state.usable[seat] >> line & 1 else CROSSING


# A round


@rule
def actors(state: Hashi) -> int:
    """Everybody acts at once, in the set-up and in every round; before each round chance turns up a card."""
    return 1 << CHANCE if state.phase == CARD else state.to_act


@rule
def mid_turn(state: Hashi, seat: int) -> bool:
    """A seat that has written its number, or left it out, still owes action b."""
    return state.phase == ROUND and seat < state.seats and state.to_act >> seat & 1 == 1 and state.stage[seat] == DRAWING


@rule
def refusal(state: Hashi, seat: int, action: int) -> int:
    """Names the rule that refuses an action: first comes the start, then card after card, first its number, then its bridges."""
    if action < 0 or action >= ACTIONS or not actors(state) >> seat & 1:
        return NOT_NOW
    if state.phase == START:
        return start_refusal(state, action)
    if state.phase == CARD:
        return card_refusal(state, action)
    if state.stage[seat] == WRITING:
        return number_refusal(state, seat, action)
    return bridge_refusal(state, seat, action)


@rule
def play(state: Hashi, seat: int, action: int) -> None:
    """Writes the first number, turns up a card, writes its number or leaves it out, draws a bridge or leaves them out."""
    if action >= TURN_UP:
        turn_up(state, action - TURN_UP)
    elif action >= START_3:
        state.start[seat] = action
        wait_for_others(state, seat)
    elif action > SKIP:
        if action < DONE:
            note_bridge(state, seat, action - BRIDGE)
            state.drawn_on[seat, state.drawn[seat]] = action - BRIDGE
            state.drawn[seat] += 1
        if action == DONE or still_to_draw(state, seat) == 0:
            state.stage[seat] = WRITING
            wait_for_others(state, seat)
    else:
        state.stage[seat] = DRAWING
        if action < SKIP:
            state.wrote[seat] = action - WRITE
            note_number(state, seat, action - WRITE, card_number(state))


@rule
def wait_for_others(state: Hashi, seat: int) -> None:
    """A seat has done its part; when the last one has, the start or the round is over."""
    state.to_act &= ~(1 << seat)
    if state.to_act == 0:
        if state.phase == START:
            pass_boards_on(state)
        else:
            end_round(state)


@rule
def end_round(state: Hashi) -> None:
    """Awards are settled for all together; after seventeen cards the game is over."""
    settle_awards(state)
    state.phase = OVER if state.rounds == ROUNDS else CARD


@rule
def hide(state: Hashi, seat: int) -> None:
    """What the others do in a running round, or write in the set-up, is seen when all have finished."""
    for other in range(state.seats):
        if other != seat:
            if state.phase == START:
                state.start[other] = NONE
            elif state.phase == ROUND:
                take_back(state, other)


# Random play


@rule
def weight(state: Hashi, action: int) -> int:
    """Each card that has not been turned up is as likely as any other."""
    return state.left[action - TURN_UP]


@rule
def sample(state: Hashi, seat: int, marks: Ints, dice: Dice) -> int:
    """Draws evenly among the legal actions."""
    if state.phase == CARD:
        return random_card(state, dice)
    if state.phase == START:
        return random_start(state, dice)
    if state.stage[seat] == WRITING:
        return random_number(state, seat, dice)
    return random_bridge(state, seat, dice)


@rule
def random_card(state: Hashi, dice: Dice) -> int:
    """Draws one of the cards left, among which is the one that will never be turned up."""
    index = draw(dice, ROUNDS + 1 - state.rounds)
    card = 0
    while index >= state.left[card]:
        index -= state.left[card]
        card += 1
    return TURN_UP + card


@rule
def random_start(state: Hashi, dice: Dice) -> int:
    """Draws a 3 or a 4 on an island without a flag."""
    islands = state.flagged[NO_FLAG]
    count = count_bits(islands)
    index = draw(dice, 2 * count)
    return START_3 + nth_bit(islands, index) if index < count else START_4 + nth_bit(islands, index - count)


@rule
def random_number(state: Hashi, seat: int, dice: Dice) -> int:
    """Draws an island for the card's number, or no number."""
    islands = for_number(state, seat)
    count = count_bits(islands)
    index = draw(dice, count + 1)
    return SKIP if index == count else WRITE + nth_bit(islands, index)


@rule
def random_bridge(state: Hashi, seat: int, dice: Dice) -> int:
    """Of the lines that can take a bridge one is drawn and then tested: those that leave no room for the rest of the card are
    struck off until the draw falls on a good one, or on no bridges."""
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
