"""The search behind the puzzles, compiled: alpha-beta over all that can follow, written in the verbs, for any game.

One seat pursues a goal, and all others are taken to work against it. The cards that chance will turn up are known: they are the
script. The search ends when the seat has played its turns, or with the game, and then reads how far the goal is reached.

A table remembers what is known of positions that were met before. It tells them apart by the game's `fingerprint` of 63 bits; a
game that has none is searched without it. All of it is in one file, so that the compiler's cache notices a change.
"""

from __future__ import annotations

from ponticello.engine.dice import Dice
from ponticello.engine.native import compiled, rule
from ponticello.engine.record import Ints, R, Record, Records, Rows, int8, int16, int64
from ponticello.engine.scramble import number_for
from ponticello.engine.verbs import CHANCE, aim, fingerprint, first_actor, legal, mid_turn, play, standing
from ponticello.players.guided_playout import pick_by_looks

AS_IT_LOOKS = 1000  # a heat
WINNING = 0  # the number of the goal that every game has: alone the points, else the lead over the best of the others

FAR = 1 << 50  # beyond every value
GIVEN_UP = 1 << 52  # instead of a value: there was too much to search
DEEPEST = 160  # actions in a row
TO_THE_END = 120  # turns, more than any game has
SLOTS = 1 << 19
LONGEST_TURN = 8
TURNS_PLACE = 1000  # where the number of turns left is mixed into a fingerprint

# What the table keeps in each slot, by row.
KEY, LOW, HIGH = 0, 1, 2


class Quest(Record):
    """What is asked: who is to reach what, and within how many turns of their own."""

    seat: int8
    seats: int8
    goal: int16
    turns: int16


class Frame(Record):
    """A position on the way down, and how far the search at it has come."""

    key: int64
    alpha: int64
    beta: int64
    low: int64  # the window as it was
    high: int64
    best: int64
    count: int16  # of its actions
    tried: int16
    card: int16  # how many cards of the script have been turned up
    turns: int16  # that the seat has left
    seat: int8  # to act; -1 if the value is known


@rule
def worth(state: Record, quest: Quest) -> int:
    """Returns how far the goal is reached."""
    if quest.goal != WINNING:
        return aim(state, quest.seat, quest.goal)
    own = standing(state, quest.seat)
    if quest.seats == 1:
        return own
    others = -FAR
    for seat in range(quest.seats):
        if seat != quest.seat:
            others = max(others, standing(state, seat))
    return own - others


@rule
def enter(state: R, quest: Quest, frame: Frame, script: Ints) -> None:
    """Turns up the cards that come now, and notes who is to act; nobody if the goal is to be read here."""
    seat = first_actor(state)
    while seat == CHANCE and frame.turns > 0 and frame.card < len(script):
        play(state, CHANCE, script[frame.card])
        frame.card += 1
        seat = first_actor(state)
    frame.seat = -1 if frame.turns == 0 or seat == CHANCE else seat
    frame.low, frame.high = frame.alpha, frame.beta
    frame.count = frame.tried = 0
    frame.key = 0
    if frame.seat < 0:
        frame.best = worth(state, quest)
    else:
        frame.best = -FAR if frame.seat == quest.seat else FAR


@rule
def look_up(frame: Frame, table: Rows) -> bool:
    """Narrows the window by what the table knows of a position; tells whether that settles it."""
    slot = frame.key % SLOTS
    if frame.key == 0 or table[KEY][slot] != frame.key:
        return False
    if table[LOW][slot] >= frame.beta or table[LOW][slot] == table[HIGH][slot]:
        frame.best = table[LOW][slot]
        return True
    if table[HIGH][slot] <= frame.alpha:
        frame.best = table[HIGH][slot]
        return True
    frame.alpha = frame.low = max(frame.alpha, table[LOW][slot])
    frame.beta = frame.high = min(frame.beta, table[HIGH][slot])
    return False


@rule
def remember(frame: Frame, table: Rows) -> None:
    """Notes in the table what the search at a position has shown."""
    if frame.key == 0:
        return
    slot = frame.key % SLOTS
    if table[KEY][slot] != frame.key:
        table[KEY][slot] = frame.key
        table[LOW][slot] = -FAR
        table[HIGH][slot] = FAR
    if frame.best > frame.low:
        table[LOW][slot] = max(table[LOW][slot], frame.best)
    if frame.best < frame.high:
        table[HIGH][slot] = min(table[HIGH][slot], frame.best)


@rule
def list_actions(state: Record, frame: Frame, moves: Ints, marks: Ints) -> None:
    """Writes down the legal actions of a position."""
    frame.count = legal(state, frame.seat, marks)
    found = 0
    for action in range(len(marks)):
        if marks[action] == 1:
            moves[found] = action
            found += 1
            if found == frame.count:
                break


@rule
def next_action(frame: Frame, moves: Ints, fame: Ints, actions: int) -> int:
    """Returns the untried action that has refuted most so far."""
    best = frame.tried
    row = frame.seat * actions
    for k in range(frame.tried + 1, frame.count):
        if fame[row + moves[k]] > fame[row + moves[best]]:
            best = k
    action = moves[best]
    moves[best] = moves[frame.tried]
    moves[frame.tried] = action
    frame.tried += 1
    return action


@rule
def take_in(frame: Frame, value: int, is_own: bool) -> bool:
    """Takes in the value of an action; tells whether the rest need not be looked at."""
    if is_own:
        frame.best = max(frame.best, value)
        frame.alpha = max(frame.alpha, frame.best)
    else:
        frame.best = min(frame.best, value)
        frame.beta = min(frame.beta, frame.best)
    return frame.alpha >= frame.beta


@compiled
def search(
    states: Records[R],
    quests: Records[Quest],
    frames: Records[Frame],
    script: Ints,
    moves: Rows,
    marks: Ints,
    table: Rows,
    fame: Ints,
    nodes: Ints,
    most: int,
) -> int:
    """Returns the value of states[0] if it lies in the window of frames[0], else a bound of it; GIVEN_UP after `most` nodes."""
    quest = quests[0]
    actions = len(marks)
    at = 0
    entered = True
    while True:
        frame = frames[at]
        done = False
        if entered:
            nodes[0] += 1
            if nodes[0] > most or at == DEEPEST:
                return GIVEN_UP
            enter(states[at], quest, frame, script)
            done = frame.seat < 0
            if not done:
                frame.key = fingerprint(states[at])
                if frame.key != 0 and quest.turns < TO_THE_END:
                    frame.key ^= number_for(TURNS_PLACE, frame.turns)
                done = look_up(frame, table)
                if not done:
                    list_actions(states[at], frame, moves[at], marks)
            entered = False
        if not done and (frame.alpha >= frame.beta or frame.tried == frame.count):
            remember(frame, table)
            done = True
        if done:
            if at == 0:
                return frame.best
            above = frames[at - 1]
            if take_in(above, frame.best, above.seat == quest.seat):
                fame[above.seat * actions + moves[at - 1][above.tried - 1]] += 1
            at -= 1
            continue
        action = next_action(frame, moves[at], fame, actions)
        states[at + 1] = states[at]
        play(states[at + 1], frame.seat, action)
        below = frames[at + 1]
        below.alpha, below.beta = frame.alpha, frame.beta
        below.card = frame.card
        below.turns = frame.turns
        if frame.seat == quest.seat and not mid_turn(states[at + 1], frame.seat):
            below.turns -= 1
        at += 1
        entered = True


@compiled
def find_turns(states: Records[R], seat: int, marks: Rows, turn: Ints, turns: Rows) -> int:
    """Writes down the whole turns of a seat in states[0], each as its actions in the order of play, the rest -1.

    Where the order is free, there is one for each. Returns how many there are, or -1 if there are more than there is room for.
    """
    found = 0
    at = 0
    legal(states[0], seat, marks[0])
    turn[0] = -1
    while at >= 0:
        action = turn[at] + 1
        while action < len(marks[at]) and marks[at][action] == 0:
            action += 1
        if action == len(marks[at]):
            at -= 1
            continue
        turn[at] = action
        states[at + 1] = states[at]
        play(states[at + 1], seat, action)
        if mid_turn(states[at + 1], seat) and at + 1 < LONGEST_TURN:
            at += 1
            legal(states[at], seat, marks[at])
            turn[at] = -1
            continue
        if found == len(turns):
            return -1
        for k in range(LONGEST_TURN):
            turns[found][k] = turn[k] if k <= at else -1
        found += 1
    return found


@compiled
def count_lucky(
    states: Records[R],
    quests: Records[Quest],
    frames: Records[Frame],
    dice: Records[Dice],
    script: Ints,
    marks: Ints,
    answer: Ints,
    target: int,
    games: int,
) -> int:
    """Plays from states[0] at a glance so many times; returns how often that began with the actions of the answer and reached the
    goal."""
    quest = quests[0]
    lucky = 0
    for _ in range(games):
        states[1] = states[0]
        frames[1].turns, frames[1].card = quest.turns, 0
        missing, opening = len(answer), True
        while True:
            enter(states[1], quest, frames[1], script)
            seat = frames[1].seat
            if seat < 0:
                break
            action = pick_by_looks(states[1], seat, AS_IT_LOOKS, 0, marks, dice[0])
            if opening and seat == quest.seat:
                for k in range(len(answer)):
                    if answer[k] == action:
                        missing -= 1
            play(states[1], seat, action)
            if seat == quest.seat and not mid_turn(states[1], seat):
                frames[1].turns -= 1
                opening = False
                if missing > 0:
                    break
        if missing <= 0 and worth(states[1], quest) >= target:
            lucky += 1
    return lucky


@compiled
def carry_out(states: Records[R], seat: int, turn: Ints) -> None:
    """Plays the actions of a turn in states[0]."""
    for k in range(len(turn)):
        play(states[0], seat, turn[k])
