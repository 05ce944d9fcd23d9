"""How a player thinks, as plain numbers: a game says what works best for it and which characters one can meet."""

from __future__ import annotations

from dataclasses import dataclass, field

from ponticello.engine.words import mark


@dataclass(frozen=True)
class Mind:
    """The settings of the tree search; those of a plain one by default."""

    exploration: float = 1.0  # how much an action is tried that looks worse so far
    ripe: int = 4  # how often a position is met before its actions are added to the tree
    heat: float = 0.0  # how much the appeal of actions leads the search; 0 for not at all
    taste: int = 1  # in playouts, of how many random actions the most appealing is played; 0 for any, as likely as it looks
    horizon: int = 0  # after how many actions a playout is broken off and judged by the outlook; 0 for never
    swing: float = 200.0  # the lead, in hundredths of a point of outlook, that makes one side e times as likely to win
    margin: float = 0.0  # the share of the result that is not who wins, but by how much
    rave: float = 0.0  # for how many visits the results of an action played later count as much as its own; 0 for not at all
    paranoid: bool = False  # whether the others are taken to play against oneself, rather than each for themselves
    learned: bool = False  # whether actions appeal as was learned from play
    overlooks: float = 0.0  # the share of actions that are not seen at all
    net: bool = False  # whether a net is asked that has learned the game, where there is one that is stronger than these numbers


@dataclass(frozen=True)
class Level:
    """A character one can play against."""

    name: str
    character: str  # a sentence
    mind: Mind = field(default_factory=Mind)
    simulations: int | None = None  # how long it thinks: a number of simulations; 0 for one look ahead to the end of its turn
    seconds: float | None = None  # or a time


# Whom one meets in a game that brings no characters of its own: one that looks ahead to the end of its turn, and a tree search
# that needs nothing but the rules.
PLAIN_LEVELS = (
    Level("Greedy", mark("Takes what looks best at the end of its turn, and never asks what comes next."), simulations=0),
    Level("Searcher", mark("Tries many games to their end in its head before it moves."), seconds=1.0),
)
