"""From a finding to a puzzle: how it goes on, why other turns fail, and how hard it is."""

from __future__ import annotations

import math

from ponticello.analysis.puzzles.book import WIN, Puzzle, Refutation, goal_of, write_turn
from ponticello.analysis.puzzles.exhaustion import FAR
from ponticello.analysis.puzzles.finder import FEWEST_TURNS, Finding, Turn, at_a_glance, same, tempting
from ponticello.analysis.puzzles.solver import whole_turns
from ponticello.engine.game import Rulebook, spell
from ponticello.engine.mind import Level
from ponticello.engine.verbs import CHANCE
from ponticello.players.greedy import GreedyPlayer
from ponticello.players.player import Player, choose_turn
from ponticello.players.search import SearchPlayer
from ponticello.table.match import Match
from ponticello.table.position import Position

LADDER = (25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800)  # simulations
STRONGEST = 12_800  # simulations of a level that thinks for a time
GLANCES = 20_000  # games played at a glance, to see how many it takes
REPLIES = 400  # simulations of who answers
MOST_REFUTED = 6
LONGEST_LINE = 14  # turns; where cards are known the line goes to the last of them, since it is what tells them


def puzzle_of(match: Match, finding: Finding) -> Puzzle:
    """Returns the puzzle that a finding makes; it has no number yet."""
    task = finding.task
    proof = finding.solver.nodes
    position = match.position_after(task.at)
    found_by, simulations, missed = _who_finds(position, finding)
    line, asked = _line(position, finding)
    return Puzzle(
        match.game.name,
        0,
        task.kind,
        task.target,
        task.turns,
        line,
        asked,
        _refutations(position, finding, missed),
        found_by,
        simulations,
        proof,
        match.players,
        _unusual(match),
        turns_until(match, task.at),
    )


def turns_until(match: Match, at: int) -> tuple[str, ...]:
    """Returns the turns of a match up to a moment at which a turn begins."""
    return tuple(turn.text for turn in match.turns() if turn.at < at)


def _unusual(match: Match) -> tuple[str, ...]:
    """Returns the options of a match that are not the usual ones."""
    usual = match.game.rulebook.read_options({})
    return tuple(f"{name}={spell(value)}" for name, value in match.game.options.items() if value != usual[name])


def _turn_of(player: Player, position: Position, seat: int) -> Turn:
    decisions = choose_turn(lambda where, who: player.choose(where, who), position.view(seat), seat)
    player.close()
    return tuple(decision.move.action for decision in decisions)


def level_player(level: Level) -> Player:
    """Returns a level that plays the same on every machine: the strongest counts simulations, too."""
    if level.simulations == 0:
        return GreedyPlayer(1, name=level.name, overlooks=level.mind.overlooks)
    return SearchPlayer(level.mind, name=level.name, seed=1, threads=1, simulations=level.simulations or STRONGEST)


def _who_finds(position: Position, finding: Finding) -> tuple[tuple[str, ...], int, list[Turn]]:
    """Returns the levels that find the answer, how many simulations it takes, and the turns that were found instead."""
    rules = position.game.rulebook
    task = finding.task
    found_by: list[str] = []
    missed: list[Turn] = []
    for number, level in enumerate(rules.levels, start=1):
        turn = _turn_of(level_player(level), position, task.seat)
        if same(turn, finding.answer):
            found_by.append(f"level{number}")
        else:
            missed.append(turn)
    if task.kind == WIN:
        return tuple(found_by), _search_effort(position, finding, rules, missed), missed
    share = finding.solver.lucky_share(position, finding.answer, task.target, GLANCES)
    return tuple(found_by), math.ceil(1 / share) if share else 0, missed


def _search_effort(position: Position, finding: Finding, rules: Rulebook, missed: list[Turn]) -> int:
    """Returns after how many simulations the search has found the answer and stays with it; 0 if it never does."""
    needed = 0
    for simulations in reversed(LADDER):
        player = SearchPlayer(rules.mind, seed=1, threads=1, simulations=simulations)
        turn = _turn_of(player, position, finding.task.seat)
        if not same(turn, finding.answer):
            missed.append(turn)
            break
        needed = simulations
    return needed


def _line(position: Position, finding: Finding) -> tuple[tuple[str, ...], int]:
    """Returns the answer and how the game may go on, and how many turns are asked for: as many as are the only one each."""
    task, goal = finding.task, goal_of(position.game.rulebook, finding.task.kind)
    is_held = goal is not None and goal.keeps and position.players > 1  # then only what the others do next can change it
    line = [write_turn(position, finding.answer)]
    asked, asking = 1, True
    played, cards = 1, 0
    position = _after(position, finding.answer)
    while not position.over and played < (task.turns or FAR) and (len(line) < LONGEST_LINE or task.script):
        seat = position.actors[0]
        if seat == task.seat and is_held:
            break
        if seat == CHANCE:
            turn: Turn = (task.script[cards],)
            cards += 1
        elif seat != task.seat:
            player = SearchPlayer(position.game.rulebook.mind, seed=1, threads=1, simulations=REPLIES)
            turn = _turn_of(player, position, seat)
        else:
            good, choices = _good_turns(position, finding, played, cards)
            asking = asking and len(good) == 1 and choices >= FEWEST_TURNS
            asked += asking
            turn = good[0]
            played += 1
        line.append(write_turn(position, turn))
        position = _after(position, turn)
    return tuple(line), asked


def _good_turns(position: Position, finding: Finding, played: int, cards: int) -> tuple[list[Turn], int]:
    """Returns the turns that keep the goal in reach, the two first at most, and how many turns there are."""
    turns = whole_turns(position, position.actors[0]) or []
    good: list[Turn] = []
    for turn in turns:
        task = finding.task
        value = finding.solver.value(position, task.target - 1, task.target, after=turn, played=played, cards=cards)
        if value is not None and value >= task.target:
            good.append(turn)
            if len(good) == 2:
                break
    return good, len(turns)


def _refutations(position: Position, finding: Finding, missed: list[Turn]) -> tuple[Refutation, ...]:
    """Returns the turns that spring to mind or were found instead of the answer, and what is wrong with each."""
    candidates = [*tempting(position, finding.task.seat), *missed]
    wrong: list[Turn] = []
    for turn in candidates:
        if not any(same(turn, other) for other in [finding.answer, *wrong]):
            wrong.append(turn)
    return tuple(
        Refutation(write_turn(position, turn).partition(" ")[2], _reply(position, turn, finding)) for turn in wrong[:MOST_REFUTED]
    )


def _reply(position: Position, wrong: Turn, finding: Finding) -> str:
    """Returns the turn of the next to move that keeps the goal out of reach after a wrong one; alone, what can be reached."""
    task, solver = finding.task, finding.solver
    after = _after(position, wrong)
    if position.players == 1 or after.over or after.actors[0] == task.seat or task.turns == 1:
        return str(solver.value(position, after=wrong))
    seat = after.actors[0]
    turns = whole_turns(after, seat) or []
    likely = at_a_glance(after, seat)
    for turn in sorted(turns, key=lambda turn: not same(turn, likely)):
        value = solver.value(after, task.target - 1, task.target, after=turn, played=1)
        if value is not None and value < task.target:
            return write_turn(after, turn)
    raise AssertionError("a turn that is not refuted is an answer")


def _after(position: Position, turn: Turn) -> Position:
    seat = position.actors[0]
    for action in turn:
        position = position.play(position.move(action, seat))
    return position
