"""Asks the compiled search about positions: how far a goal can be brought from one, and which turns there are."""

from __future__ import annotations

import numpy as np

from ponticello.analysis.puzzles.exhaustion import (
    DEEPEST,
    FAR,
    GIVEN_UP,
    LONGEST_TURN,
    SLOTS,
    TO_THE_END,
    Frame,
    Quest,
    carry_out,
    count_lucky,
    find_turns,
    search,
)
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.record import Records
from ponticello.engine.verbs import CHANCE
from ponticello.table.position import Position

MOST_TURNS = 20_000


class Solver:
    """What is known of one quest: a position in which a seat is to reach a goal, with the cards that will come."""

    def __init__(self, position: Position, seat: int, goal: int, turns: int, script: tuple[int, ...] = ()) -> None:
        self.kind = type(position.state)
        self.actions = position.game.rulebook.actions
        quest = Quest()
        quest.seat, quest.seats, quest.goal = seat, position.players, goal
        quest.turns = turns or TO_THE_END
        self.quest = Records(Quest, quest.array)
        self.script = np.array(script, np.int64)
        self.nodes = 0  # that all questions have taken so far
        self._states = Records(self.kind, np.zeros(DEEPEST + 2, self.kind.dtype))
        self._frames = Records(Frame, np.zeros(DEEPEST + 2, Frame.dtype))
        self._moves = np.zeros((DEEPEST + 2, self.actions), np.int16)
        self._marks = np.zeros(self.actions, np.int8)
        self._table = np.zeros((3, SLOTS), np.int64)
        self._fame = np.zeros((CHANCE + 1) * self.actions, np.int64)

    def value(
        self,
        position: Position,
        low: int = -FAR,
        high: int = FAR,
        *,
        after: tuple[int, ...] = (),
        played: int = 0,
        cards: int = 0,
        most: int = FAR,
    ) -> int | None:
        """Returns how far the goal can be brought from a position, if that lies between low and high, else a bound of it.

        It may be asked for the moment after a turn of whoever is to act, given by its actions. The seat of the quest has played
        so many of its turns before, that one not counted, and so many cards of the script have come. None means that it would
        have taken more than `most` positions to know.
        """
        self._states[0] = position.state
        frame = self._frames[0]
        frame.alpha, frame.beta, frame.card = low, high, cards
        frame.turns = self.quest[0].turns - played
        if after:
            seat = position.seat_to_act()
            carry_out(self._states, seat, np.array(after, np.int64))
            frame.turns -= seat == self.quest[0].seat
        nodes = np.zeros(1, np.int64)
        found = search(
            self._states,
            self.quest,
            self._frames,
            self.script,
            self._moves,
            self._marks,
            self._table,
            self._fame,
            nodes,
            most,
        )
        self.nodes += int(nodes[0])
        return None if found == GIVEN_UP else int(found)

    def lucky_share(self, position: Position, answer: tuple[int, ...], target: int, games: int, seed: int = 0) -> float:
        """Returns in which share of games that are played at a glance the answer is found and the goal reached."""
        self._states[0] = position.state
        dice = Records(Dice, new_dice(seed, 77).array)
        wanted = np.array(answer, np.int64)
        lucky = count_lucky(self._states, self.quest, self._frames, dice, self.script, self._marks, wanted, target, games)
        return lucky / games


def whole_turns(position: Position, seat: int, most: int = MOST_TURNS) -> list[tuple[int, ...]] | None:
    """Returns the different turns of a seat, each as its actions in one order in which they can be played.

    Turns of the same actions in another order are one turn. None means that there are more than `most`, orders counted.
    """
    kind, actions = type(position.state), position.game.rulebook.actions
    states = Records(kind, np.zeros(LONGEST_TURN + 1, kind.dtype))
    states[0] = position.state
    marks = np.zeros((LONGEST_TURN, actions), np.int8)
    found = np.zeros((most, LONGEST_TURN), np.int64)
    count = find_turns(states, seat, marks, np.zeros(LONGEST_TURN, np.int64), found)
    if count < 0:
        return None
    turns: dict[tuple[int, ...], tuple[int, ...]] = {}
    for row in found[:count].tolist():
        turn = tuple(action for action in row if action >= 0)
        turns.setdefault(tuple(sorted(turn)), turn)
    return list(turns.values())
