"""Looks for puzzles in a game: positions in which exactly one turn reaches a goal, and not the one that springs to mind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponticello.analysis.puzzles.book import POINTS, WIN, goal_number, goal_of
from ponticello.analysis.puzzles.solver import Solver, whole_turns
from ponticello.engine import verbs
from ponticello.engine.game import Goal
from ponticello.engine.verbs import CHANCE
from ponticello.games import rulebook
from ponticello.players.greedy import GreedyPlayer
from ponticello.players.player import choose_turn
from ponticello.players.search import SearchPlayer
from ponticello.table.game import game
from ponticello.table.match import Match
from ponticello.table.position import Position

Turn = tuple[int, ...]  # its actions

MOST_POSITIONS = 600_000  # of a proof
FEWEST_TURNS = 4  # to choose from
ROOT_TURNS = 6000
SIMULATIONS = 120  # of the players whose games are looked through
OPENING = 6  # turns that are played at random, so that no two games are alike
OVERLOOKED = 0.12  # of a lone player's actions
MARGIN = 2  # points, alone, between the answer and the second best
FAR_BACK = 16  # turns before the end of a game that are looked at
MOMENTS = 10  # of a match, at which its goals are looked for
LEAP = 9  # a goal that is brought further than that is none
GLANCERS = 3  # greedy players, who choose differently among equals


@dataclass(frozen=True)
class Task:
    """What is asked at a moment of a match."""

    at: int  # how many moves had been played
    seat: int
    kind: str
    target: int
    turns: int
    script: Turn  # the cards that chance turned up later


@dataclass(frozen=True)
class Finding:
    """A task with exactly one answer."""

    task: Task
    answer: Turn
    solver: Solver  # with all that it has learned
    unclear: int  # what every other turn stays below


def play_game(name: str, seed: int) -> Match:
    """Returns a game that the machine has played against itself, or alone if that is possible."""
    rules = rulebook(name)
    options: dict[str, object] = {}
    if rules.boards is not None:
        options[rules.boards.option] = rules.boards.shipped[seed % len(rules.boards.shipped)]
    match = game(name, **options).match(rules.players[0], seed=f"puzzles {seed}")
    chance = random.Random(seed)
    alone = match.players == 1
    player = (
        GreedyPlayer(seed, overlooks=OVERLOOKED)
        if alone
        else SearchPlayer(rules.mind, seed=seed, threads=1, simulations=SIMULATIONS)
    )
    while not match.over:
        seat = match.actors[0]
        if not alone and len(match.moves) < OPENING:
            match.play(chance.choice(match.legal(seat)))
            continue
        for decision in choose_turn(lambda position, seat: player.choose(position, seat), match.view(seat), seat):
            match.play(decision.move, seat)
    player.close()
    return match


def same(one: Turn, other: Turn) -> bool:
    """Tells whether two turns are the same but for the order of their actions."""
    return sorted(one) == sorted(other)


def moments(match: Match) -> list[int]:
    """Returns how many moves had been played whenever somebody began a turn, the last first."""
    found = []
    for at in reversed(range(match.length)):
        position = match.position_after(at)
        if position.actors != (CHANCE,) and not position.mid_turn(position.actors[0]):
            found.append(at)
    return found


def script_after(match: Match, at: int) -> Turn:
    """Returns what chance did after a moment of a match."""
    return tuple(move.action for move in match.moves[at:] if move.seat == CHANCE)


def only_turn(solver: Solver, position: Position, target: int, unclear: int, most: int) -> Turn | None:
    """Returns the turn that brings the goal to its target, if every other stays below what would be unclear; else None."""
    turns = whole_turns(position, position.actors[0], ROOT_TURNS)
    if turns is None or len(turns) < FEWEST_TURNS:
        return None
    found: Turn | None = None
    for turn in turns:
        value = solver.value(position, unclear - 1, target, after=turn, most=most)
        if value is None or solver.nodes > 4 * most or (value >= target and found is not None) or unclear <= value < target:
            return None
        if value >= target:
            found = turn
    return found


def tempting(position: Position, seat: int) -> list[Turn]:
    """Returns the turns that spring to mind: of those who look to the end of the turn, and at each action alone."""
    found: list[Turn] = []
    for seed in range(GLANCERS):
        greedy = GreedyPlayer(seed)
        decisions = choose_turn(lambda where, who, greedy=greedy: greedy.choose(where, who), position, seat)  # type: ignore[misc]
        found.append(tuple(decision.move.action for decision in decisions))
    found.append(at_a_glance(position, seat))
    return [turn for k, turn in enumerate(found) if not any(same(turn, other) for other in found[:k])]


def at_a_glance(position: Position, seat: int) -> Turn:
    """Returns the turn whose actions look best one by one."""
    turn: list[int] = []
    while not turn or (seat in position.actors and position.mid_turn(seat)):
        state = position.state
        turn.append(max(position.legal_actions(seat), key=lambda action: verbs.appeal(state, seat, action)))
        position = position.play(position.move(turn[-1], seat))
    return tuple(turn)


def find_in(match: Match, seed: int, most: int = MOST_POSITIONS) -> list[Finding]:
    """Returns what a game has to offer: the ending that looks furthest ahead, and one puzzle for each sort of goal."""
    endings = list(_endings(match, most))
    return endings[-1:] + list(_goals(match, random.Random(seed), most // 5))


def sort_of(kind: str) -> str:
    """Returns the sort of a kind of puzzle: what stands before a dash is the same for all places."""
    return kind.partition("-")[0]


def _endings(match: Match, most: int) -> Iterator[Finding]:
    """Yields the moments near the end at which one turn decides: who wins or, alone, how many points can be reached."""
    kind = POINTS if match.players == 1 else WIN
    for at in moments(match)[1:FAR_BACK]:
        position = match.position_after(at)
        seat = position.actors[0]
        script = script_after(match, at)
        solver = Solver(position, seat, goal_number(match.game.rulebook, kind), 0, script)
        value = solver.value(position, most=most) if kind == POINTS else solver.value(position, 0, 1, most=most)
        if value is None:
            return
        if kind == WIN and value < 1:
            continue
        target, unclear = (value, value - MARGIN + 1) if kind == POINTS else (1, 0)
        finding = _finding(solver, match, Task(at, seat, kind, target, 0, script), unclear, most)
        if finding is not None:
            yield finding


def _goals(match: Match, chance: random.Random, most: int) -> Iterator[Finding]:
    """Yields for each sort of goal one moment at which it can be reached by one turn only, out of some moments of the match."""
    some = moments(match)[: FAR_BACK if match.players > 1 else None]
    chance.shuffle(some)
    found: set[str] = set()
    for at, goal in [(at, goal) for at in some[:MOMENTS] for goal in match.game.rulebook.goals]:
        for turns in goal.turns if sort_of(goal.name) not in found else ():
            finding = _goal(match, at, goal, turns, most)
            if finding is not None:
                found.add(sort_of(goal.name))
                yield finding
                break


def _goal(match: Match, at: int, goal: Goal, turns: int, most: int) -> Finding | None:
    """Returns a goal at a moment of a match as a task, if it can be reached and by one turn only."""
    position = match.position_after(at)
    seat = position.actors[0]
    now = verbs.aim(position.state, seat, goal.number)
    script = script_after(match, at)[: turns - 1]
    if match.players == 1 and len(script) < turns - 1:
        return None
    solver = Solver(position, seat, goal.number, turns, script)
    value = solver.value(position, now - 1, now + LEAP, most=most)
    if value is None or value >= now + LEAP or value < now + (0 if goal.keeps else 1):
        return None
    return _finding(solver, match, Task(at, seat, goal.name, value, turns, script), value, most)


def _finding(solver: Solver, match: Match, task: Task, unclear: int, most: int) -> Finding | None:
    """Returns a task with its answer, if there is only one and it does not spring to mind."""
    position = match.position_after(task.at)
    answer = only_turn(solver, position, task.target, unclear, most)
    if answer is None or springs_to_mind(position, task, answer):
        return None
    return Finding(task, answer, solver, unclear)


def springs_to_mind(position: Position, task: Task, answer: Turn) -> bool:
    """Tells whether somebody plays the answer who looks no further than the turn, with or without an eye on the goal."""
    goal = goal_of(position.game.rulebook, task.kind)
    if any(same(answer, turn) for turn in tempting(position, task.seat)):
        return True
    if goal is None:
        return False
    if not goal.keeps and task.turns > 1 and _aims(position, task.seat, goal.number, answer)[0] >= task.target:
        return True
    turns = whole_turns(position, task.seat) or []
    eager = max(turns, key=lambda turn: _aims(position, task.seat, goal.number, turn))
    return same(answer, eager)


def _aims(position: Position, seat: int, goal: int, turn: Turn) -> tuple[int, int]:
    """Returns how far a turn brings a goal at once, and then how good the outlook is."""
    state = position.state
    for action in turn:
        verbs.play(state, seat, action)
    return verbs.aim(state, seat, goal), verbs.outlook(state, seat)
