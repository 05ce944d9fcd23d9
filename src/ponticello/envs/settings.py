"""What all environments can be asked for, besides the options of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from ponticello.engine.errors import BadOption
from ponticello.engine.game import Rulebook
from ponticello.engine.words import say

Illegal = Literal["end", "raise", "random"]
Reward = Literal["result", "points"]
RenderMode = Literal["human", "ansi", "svg", "rgb_array"]

ILLEGAL_RESULT = -1.0  # the reward of who ends a game by an illegal action: as bad as to lose alone
ILLEGAL_POINTS = -100.0  # the same where it is in points: worse than the worst that can be played


@dataclass(frozen=True)
class Settings:
    """How an environment behaves.

    `reward`: "result" is what a seat has won when the game is over, from -1 to 1, in sum 0; "points" is what each step gained.
    `illegal`: an illegal action ends the game ("end"), is an error ("raise"), or a legal one is drawn instead ("random").
    `max_cycles`: after so many actions of everybody the game is broken off; `flat`: whether an observation is one row of
    numbers, or planes and scalars apart.
    """

    reward: Reward = "result"
    illegal: Illegal = "end"
    flat: bool = True
    max_cycles: int | None = None
    render_mode: RenderMode | None = None

    def __post_init__(self) -> None:
        _check("reward", self.reward, get_args(Reward))
        _check("illegal", self.illegal, get_args(Illegal))
        _check("render_mode", self.render_mode, (None, *get_args(RenderMode)))
        if self.max_cycles is not None and self.max_cycles < 1:
            raise BadOption(f"max_cycles must be at least 1, not {self.max_cycles}")


def _check(option: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        listed = ", ".join(map(str, choices))
        raise BadOption(
            say("{option} cannot be {value}; choose one of: {choices}", option=option, value=repr(value), choices=listed)
        )


def usual_players(rulebook: Rulebook, players: int | None) -> int:
    """Returns the number of players; two, or the smallest number above, where none is given."""
    return rulebook.read_players(next((count for count in rulebook.players if count > 1), None) if players is None else players)
