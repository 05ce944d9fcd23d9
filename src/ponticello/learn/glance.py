"""Learns what appeals at a glance: the weights of the signs by which a game judges actions (see `engine/signs.py`).

    python -m ponticello.learn.glance hashi --minutes 10

Games are played in which everybody plays what appeals, with a bit of luck, some hundreds of thousands a minute on one core. What
led to more than was expected gets more weight (a policy gradient). What is expected is the outlook of the game. The weights are
written to `learned.py` beside the game, and a run begins with those that stand there.

What nobody ever tries is never learned: no game reaches it by chance. So a first run can be drawn to a goal of the game, by
points for how far it is reached at each move, and the next one, without them, keeps of that what pays:

    python -m ponticello.learn.glance hashi --players 1 --goal blue --bonus 0.3 --minutes 3
"""

from __future__ import annotations

import argparse
import importlib
import math
import textwrap
import time
from functools import partial

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from ponticello.engine.dice import Dice, draw, new_dice
from ponticello.engine.native import compiled, rule
from ponticello.engine.record import Floats, Ints, R, Record, Records, Rows
from ponticello.engine.signs import MOST_SIGNS
from ponticello.engine.verbs import CHANCE, aim, first_actor, legal, outlook, play, points, sample, signs
from ponticello.games import folder_of
from ponticello.players.verdict import ONE, SEATS, Plan, judge
from ponticello.table.game import Game
from ponticello.table.game import game as find_game

Numbers = NDArray[np.float64]  # a row of fractions that is written to

MOST_ACTIONS, MOST_MOVES, MOST_NOTES = 1024, 1024, 1 << 21  # room for a game
GAMES = 256  # between two steps of learning
TRACE = 0.95  # how much the surprises of later moves count, each a little less than the one before
CURIOSITY = 0.02  # what it is worth not to be sure, at first
RATE = 0.02
DECAY = 0.01  # of weights, so that those on which nothing depends do not wander off
HUNDREDTHS = 100
TINY = 1e-30


@rule
def look(state: Record, seat: int, weights: Floats, marks: Ints, actions: Ints, found: Rows, counts: Ints, odds: Numbers) -> int:
    """Writes down the legal actions of a seat, what is seen of each and how likely it then is; returns how many there are."""
    legal(state, seat, marks)
    count, most = 0, -1e30
    for action in range(len(marks)):
        if marks[action] == 1:
            actions[count] = action
            counts[count] = signs(state, seat, action, found[count])
            odds[count] = 0.0
            for k in range(counts[count]):
                odds[count] += weights[found[count][k]]
            most = max(most, odds[count])
            count += 1
    total = 0.0
    for j in range(count):
        odds[j] = math.exp(odds[j] - most)
        total += odds[j]
    for j in range(count):
        odds[j] /= total
    return count


@rule
def drawn(odds: Floats, count: int, dice: Dice) -> int:
    """Draws one of some actions, as likely as it is."""
    left = draw(dice, ONE) * (1.0 / ONE)
    chosen = 0
    while chosen < count - 1 and left >= odds[chosen]:
        left -= odds[chosen]
        chosen += 1
    return chosen


@rule
def hope(state: Record, plan: Plan, seat: int, results: Ints) -> float:
    """Returns what a seat can expect: its share of the victory or, alone, points."""
    if plan.seats == 1:
        return outlook(state, 0) * 0.01
    judge(state, plan, results)
    return results[seat] * (1.0 / ONE)


@rule
def be_curious(found: Rows, counts: Ints, odds: Floats, count: int, curiosity: float, gradient: Numbers) -> None:
    """Adds up how the weights should change so that a choice is less certain."""
    doubt = 0.0
    for j in range(count):
        doubt -= odds[j] * math.log(odds[j] + TINY)
    for j in range(count):
        for k in range(counts[j]):
            gradient[found[j][k]] -= curiosity * odds[j] * (math.log(odds[j] + TINY) + doubt)


@rule
def note_choice(
    found: Rows, counts: Ints, odds: Floats, count: int, chosen: int, noted: Ints, shares: Numbers, notes: int
) -> int:
    """Notes how the weights would have to change to make a choice more likely, behind other notes; returns how many there are."""
    for j in range(count):
        for k in range(counts[j]):
            noted[notes], shares[notes] = found[j][k], (1.0 if j == chosen else 0.0) - odds[j]
            notes += 1
    return notes


@compiled
def play_and_learn(
    states: Records[R],
    plan: Records[Plan],
    dice: Records[Dice],
    marks: Ints,
    weights: Floats,
    gradient: Numbers,
    actions: Ints,
    found: Rows,
    counts: Ints,
    odds: Numbers,
    noted: Ints,
    shares: Numbers,
    begins: Ints,
    who: Ints,
    hopes: Numbers,
    later: Numbers,
    surprises: Numbers,
    gifts: Numbers,
    results: Ints,
    games: int,
    curiosity: float,
    goal: int,
    bonus: float,
    totals: Numbers,
) -> None:
    """Plays games from states[1] in states[0] and adds up how the weights should change.

    `totals` takes the games, the points of all seats, the moves and the squares of their surprises.
    """
    me, state = plan[0], states[0]
    for _ in range(games):
        states[0] = states[1]
        moves, notes = 0, 0
        for seat in range(me.seats):
            gifts[seat] = 0.0
        seat = first_actor(state)
        while seat >= 0:
            if seat == CHANCE:
                play(state, CHANCE, sample(state, CHANCE, marks, dice[0]))
            else:
                count = look(state, seat, weights, marks, actions, found, counts, odds)
                chosen = drawn(odds, count, dice[0])
                if count > 1:
                    gifts[seat] += bonus * aim(state, seat, goal)
                    begins[moves], who[moves] = notes, seat
                    hopes[moves] = hope(state, me, seat, results) + gifts[seat]
                    moves += 1
                    be_curious(found, counts, odds, count, curiosity, gradient)
                    notes = note_choice(found, counts, odds, count, chosen, noted, shares, notes)
                play(state, seat, actions[chosen])
            seat = first_actor(state)
        begins[moves] = notes
        totals[0] += 1
        totals[2] += moves
        for seat in range(me.seats):
            totals[1] += points(state, seat)
            later[seat], surprises[seat] = hope(state, me, seat, results) + gifts[seat], 0.0
        for move in range(moves - 1, -1, -1):
            seat = who[move]
            surprises[seat] = later[seat] - hopes[move] + TRACE * surprises[seat]
            later[seat] = hopes[move]
            totals[3] += surprises[seat] * surprises[seat]
            for k in range(begins[move], begins[move + 1]):
                gradient[noted[k]] += surprises[seat] * shares[k]


class Table:
    """Games of one number of players, and the room to learn from them."""

    def __init__(self, game: Game, players: int, weights: NDArray[np.float64], seed: int) -> None:
        position = game.position(players)
        self.states = Records.of(position.state, 2)
        self.plan = Records.of(Plan(), 1)
        self.plan[0].seats, self.plan[0].swing = players, round(game.rulebook.mind.swing * 1000)
        self.dice = Records(Dice, new_dice(seed, players).array)
        self.weights = weights
        self.marks = np.zeros(game.rulebook.actions, np.int8)
        whole = partial(np.zeros, dtype=np.int64)
        looked = whole(MOST_ACTIONS), whole((MOST_ACTIONS, MOST_SIGNS)), whole(MOST_ACTIONS), np.zeros(MOST_ACTIONS)
        noted = whole(MOST_NOTES), np.zeros(MOST_NOTES), whole(MOST_MOVES), whole(MOST_MOVES), np.zeros(MOST_MOVES)
        self.room = (*looked, *noted, np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS), whole(SEATS))

    def round(self, curiosity: float, goal: int, bonus: float, games: int = GAMES) -> tuple[NDArray[np.float64], float]:
        """Plays some games; returns how the weights should change, and the mean points of a seat."""
        gradient, totals = np.zeros_like(self.weights), np.zeros(4)
        who = self.states, self.plan, self.dice, self.marks
        play_and_learn(*who, self.weights, gradient, *self.room, games, curiosity, goal, bonus, totals)
        usual = math.sqrt(totals[3] / totals[2]) or 1.0
        return gradient / (totals[2] * usual), totals[1] / (totals[0] * self.plan[0].seats)


class Glance:
    """What is being learned of a game."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.file = folder_of(game.name) / "learned.py"
        self.weights = np.array(importlib.import_module(f"ponticello.games.{game.name}.signs").CHARM, np.float64) / HUNDREDTHS
        self.mean = self.weights.copy()
        self.tables = {players: Table(game, players, self.weights, seed) for players in game.rulebook.players}
        self.steps = 0
        self._momentum, self._squares = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def learn(self, players: int, rate: float, curiosity: float, goal: int, bonus: float) -> float:
        """Plays some games and makes a step (Adam); returns the mean points of a seat."""
        gradient, points = self.tables[players].round(curiosity, goal, bonus)
        self.steps += 1
        self._momentum += 0.1 * (gradient - self._momentum)
        self._squares += 0.001 * (gradient**2 - self._squares)
        along = self._momentum / (1 - 0.9**self.steps)
        usual = np.sqrt(self._squares / (1 - 0.999**self.steps)) + 1e-6
        self.weights += rate * (along / usual - DECAY * self.weights)
        self.mean += max(0.003, 1 / self.steps) * (self.weights - self.mean)
        return points

    def save(self, how: str) -> None:
        """Writes the mean of the last weights beside the game."""
        numbers = " ".join(str(round(HUNDREDTHS * weight)) for weight in self.mean)
        lines = "\n".join(textwrap.wrap(numbers, 128))
        told = f'"""What was learned of {self.game.title} at a glance: {how}. Do not edit."""'
        self.file.write_text(f'{told}\n\nAPPEAL = """\n{lines}\n"""\n', encoding="utf-8")


def main() -> None:
    """Learns for some minutes; Ctrl-C ends it, and keeps what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--players", type=int, nargs="+", help="at a table, by turns; every number of them if left out")
    parser.add_argument("--goal", help="of the game, as its puzzles have them, that games are drawn to")
    parser.add_argument("--bonus", type=float, default=0.3, help="points for each step of the goal, at each move")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    glance = Glance(find_game(wanted.game), wanted.seed)
    goals = {goal.name: goal.number for goal in glance.game.rulebook.goals}
    if wanted.goal is not None and wanted.goal not in goals:
        parser.error(f"{wanted.game} has no goal {wanted.goal}; choose from {', '.join(goals)}")
    drawn = (goals[wanted.goal], wanted.bonus) if wanted.goal else (0, 0.0)
    players = wanted.players or list(glance.tables)
    points = dict.fromkeys(players, 0.0)
    began = time.monotonic()
    try:
        with Progress(transient=True) as bar:
            task = bar.add_task("Learning", total=1.0)
            while (done := (time.monotonic() - began) / (60 * wanted.minutes)) < 1:
                some = players[glance.steps % len(players)]
                found = glance.learn(some, RATE * min(1.0, 0.02 + 2 * (1 - done)), CURIOSITY * (1 - done), *drawn)
                points[some] += (found - points[some]) * max(0.02, 1 / (1 + glance.steps // len(players)))
                told = ", ".join(f"{count}: {mean:.2f}" for count, mean in points.items())
                bar.update(task, completed=done, description=f"{glance.steps * GAMES:,} games, points by players {told}")
    except KeyboardInterrupt:
        print("Stopped; what was learned so far is kept.")
    spent = (time.monotonic() - began) / 60
    glance.save(f"{glance.steps * GAMES:,} games in {spent:.1f} minutes of one core")
    print(f"{glance.steps * GAMES:,} games; points of a seat by players: {told}; written to {glance.file}")


if __name__ == "__main__":
    main()
