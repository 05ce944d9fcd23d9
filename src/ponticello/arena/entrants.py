"""Who takes part: a player by name or a program of one's own, and how long it may think about a move.

Names are written as `ponticello.players.names` says; the budget behind an `@` is read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ponticello.engine.errors import BadOption
from ponticello.engine.words import say
from ponticello.players import Player, seat_player
from ponticello.players.names import ENGINE, command_of, is_engine, net_file, official_name
from ponticello.players.player import check_budget
from ponticello.table.game import Game
from ponticello.table.match import Match

BUDGET = re.compile(r"(.+)@(\d+(?:\.\d+)?)(s?)", re.DOTALL)

Maker = Callable[[Game, int], Player]  # a game and a seed -> a player


@dataclass(frozen=True)
class Entrant:
    """One who takes part. A maker seats a player of your own making; it must be a function that other processes can import."""

    who: str
    seconds: float | None = None
    simulations: int | None = None
    maker: Maker | None = None

    @property
    def name(self) -> str:
        """What the tables call it: who it is and, if it was given a budget, how much.

        >>> Entrant("uct", seconds=1.5).name, Entrant("uct", simulations=2000).name, Entrant("greedy").name
        ('uct@1.5s', 'uct@2000', 'greedy')
        """
        if self.seconds is not None:
            return f"{self.who}@{self.seconds:g}s"
        return self.who if self.simulations is None else f"{self.who}@{self.simulations}"

    def sit_down(self, match: Match, seed: int) -> Player:
        """Returns a fresh player, on one core: the others are busy with other games."""
        if self.maker is not None:
            return self.maker(match.game, seed)
        return seat_player(self.who, match, seed=seed, threads=1)


def read_entrant(text: str) -> Entrant:
    """Reads a player as it stands on a command line.

    >>> read_entrant("Level3"), read_entrant("uct@0.50s").name, read_entrant("engine:./mine --deep@2000").simulations
    (Entrant(who='level3', seconds=None, simulations=None, maker=None), 'uct@0.5s', 2000)
    """
    text = text.strip()
    budget = BUDGET.fullmatch(text)
    who, amount, unit = budget.groups() if budget else (text, "", "")
    if not is_engine(who):
        who = official_name(who) if net_file(who) else who.strip().lower()
        if "@" in who or (amount and not unit and not amount.isdecimal()):
            name = who.partition("@")[0]
            raise BadOption(
                say(
                    "{text} has no clear budget; write {name}@2s for seconds a move or {name}@2000 for simulations",
                    text=repr(text),
                    name=name,
                )
            )
    elif not command_of(who):
        raise BadOption(say("{text} names no program; write {prefix}COMMAND", text=repr(text), prefix=ENGINE))
    seconds = float(amount) if unit else None
    simulations = int(float(amount)) if amount and not unit else None
    check_budget(seconds, simulations)
    return Entrant(who, seconds, simulations)


def read_entrants(players: Sequence[str | Entrant], game: Game, seats: int) -> tuple[Entrant, ...]:
    """Returns who takes part; refuses players that do not exist, are there twice, or are too few to compare."""
    entrants = tuple(read_entrant(each) if isinstance(each, str) else each for each in players)
    for entrant in entrants:
        if entrant.maker is None:
            official_name(entrant.who, game.rulebook)
    names = [entrant.name for entrant in entrants]
    for name in names:
        if names.count(name) > 1:
            raise BadOption(say("{name} is there twice; give each player once", name=name))
    if len(entrants) < 2 and (seats > 1 or not entrants):
        raise BadOption(say("a tournament needs two players or more, for instance random,greedy"))
    return entrants
