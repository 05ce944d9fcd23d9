"""Writes a page for each game that says what a seat observes, plane by plane: python docs/observations/write.py"""

from __future__ import annotations

import importlib
import inspect
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import ponticello as pc
from ponticello.engine.game import Rulebook, spell
from ponticello.engine.observation import Feature

HERE = Path(__file__).parent


def told(rulebook: Rulebook, module: str) -> str:
    """Returns what a module of a game says of itself."""
    text = inspect.getdoc(importlib.import_module(f"ponticello.games.{rulebook.name}.{module}")) or ""
    return text.strip()


def shapes(rulebook: Rulebook) -> Iterator[str]:
    """Yields the rows of a table of all shapes, by players and options; rows that differ in nothing are one."""
    seen: dict[str, list[str]] = {}
    for values in itertools.product(*(option.choices for option in rulebook.options)):
        options = {option.name: value for option, value in zip(rulebook.options, values, strict=True)}
        for players in rulebook.players:
            spec = pc.game(rulebook.name, **options).observation_spec(players)
            shape = f"| {players} | {spec.planes_shape} | {spec.scalars_shape[0]} | {rulebook.actions} |"
            seen.setdefault(shape, []).append(", ".join(f"{name} {spell(value)}" for name, value in options.items()))
    for shape, options_of in seen.items():
        every = len(options_of) == len([*itertools.product(*(option.choices for option in rulebook.options))])
        yield f"| {'any' if every else '; '.join(options_of)} {shape}"


def rows(features: Sequence[Feature]) -> Iterator[str]:
    """Yields the rows of a table of features."""
    for at, feature in enumerate(features):
        yield f"| {at} | {feature.name} | {feature.help} | {feature.least} to {feature.most} |"


def page(rulebook: Rulebook) -> str:
    """Returns the page of a game."""
    game = pc.game(rulebook.name)
    players = next(count for count in rulebook.players if count > 1)
    spec = game.observation_spec(players)
    lines = [
        f"# What a seat observes of {rulebook.title}",
        "",
        "Written by `docs/observations/write.py` from the code. [What an observation is](README.md).",
        "",
        told(rulebook, "observation"),
        "",
        "## Shapes",
        "",
        "| options | players | planes | scalars | actions |",
        "|---|---|---|---|---|",
        *shapes(rulebook),
        "",
        f"## Planes, for {players} players",
        "",
        inspect.getdoc(rulebook.observation) or "",
        "",
        "| plane | name | what it says | from, to |",
        "|---|---|---|---|",
        *rows(spec.planes),
        "",
        f"## Scalars, for {players} players",
        "",
        "| scalar | name | what it says | from, to |",
        "|---|---|---|---|",
        *rows(spec.scalars),
        "",
    ]
    if len(rulebook.players) > 1:
        lines += ["What is said of `seat +1` is said of `seat +2` and `seat +3` too where so many play, in that order.", ""]
    lines += ["## Symmetries", "", told(rulebook, "symmetries"), ""]
    lines += [f"{number}. {symmetry.name}" for number, symmetry in enumerate(game.symmetries(players))]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Returns all pages by their files."""
    return {HERE / f"{rulebook.name}.md": page(rulebook) for rulebook in pc.games() if rulebook.observation is not None}


if __name__ == "__main__":
    for file, text in pages().items():
        file.write_text(text, encoding="utf-8")
        print(file.name)
