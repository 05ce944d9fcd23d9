"""Tells one random game of every variant in the package as a story, and keeps it beside this file.

Run it again whenever a story should change: python -m tests.playthroughs.make
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from ponticello.engine.game import spellings
from ponticello.engine.verbs import CHANCE
from ponticello.table.match import Match
from tests.engine.variants import SHIPPED, Variant

HERE = Path(__file__).parent
SEED = 2026
NAMES = ("Ada", "Bruno", "Chiara", "Dario")
BOARD_EVERY = 8  # turns


def path_of(variant: Variant) -> Path:
    """Returns where the story of a variant is kept."""
    return HERE / f"{variant}.txt"


def tell(variant: Variant) -> str:
    """Returns the story of a random game."""
    match = variant.game.match(variant.players, seed=SEED, names=NAMES[: variant.players])
    return "\n".join(lines_of(variant, play_turn_by_turn(match))) + "\n"


def play_turn_by_turn(match: Match) -> Match:
    """Plays random moves to the end; where all act at once, one finishes a turn before the next begins, as a story wants it."""
    chooser = random.Random(SEED)
    while not match.over:
        seat = chooser.choice(match.actors)
        match.play(chooser.choice(match.legal(seat)), seat)
        while match.position.mid_turn(seat) and seat in match.actors:
            match.play(chooser.choice(match.legal(seat)), seat)
    return match


def lines_of(variant: Variant, match: Match) -> Iterator[str]:
    rulebook = variant.rulebook
    yield f"{rulebook.title}, by {rulebook.author} ({rulebook.year})"
    yield f"Players: {', '.join(match.names)}"
    for name, value in variant.options:
        yield f"{name}: {spellings(value)[0]}"
    yield f"Seed {SEED}, published as {match.shuffle.hash[:16]}"
    yield ""
    played = 0
    yield from board(match, played, ())
    turns = match.turns()
    for number, turn in enumerate(turns, start=1):
        before = match.position_after(played)
        played += len(turn.moves)
        after = match.position_after(played)
        who = "Chance" if turn.seat == CHANCE else match.names[turn.seat]
        text = str(turn)
        line = f"{number}. {who}: {text}  (one of {len(before.legal_moves(turn.seat))})"
        if before.scores != after.scores:
            line += "  " + ", ".join(f"{name} {points}" for name, points in zip(match.names, after.scores, strict=True))
        yield line
        if number % BOARD_EVERY == 0 or number == len(turns):
            yield ""
            yield from board(match, played, tuple(move.action for move in turn.moves))
    yield "The end."
    yield match.explain()


def board(match: Match, played: int, last: tuple[int, ...]) -> Iterator[str]:
    yield from match.position_after(played).text(last=last).splitlines()
    yield ""


def main() -> None:
    """Writes all stories and forgets those of variants that are no more."""
    wanted = {path_of(variant): tell(variant) for variant in SHIPPED}
    for path in set(HERE.glob("*.txt")) - set(wanted):
        path.unlink()
    for path, story in wanted.items():
        path.write_text(story, encoding="utf-8")


if __name__ == "__main__":
    main()
