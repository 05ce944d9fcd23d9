"""What a tournament is: a game, who takes part, how many sit at a table, and the seed that all chance follows from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ponticello.arena.entrants import Entrant, read_entrants
from ponticello.arena.schedule import Fixture, schedule
from ponticello.engine.errors import BadOption
from ponticello.engine.game import Value
from ponticello.engine.words import say
from ponticello.table.game import Game, game

PATIENCE = 300.0


@dataclass(frozen=True)
class Tournament:
    """A tournament, whatever the number of games."""

    game: str
    options: Mapping[str, Value]
    entrants: tuple[Entrant, ...]
    seats: int
    seed: int
    patience: float = PATIENCE  # seconds for a move of a player that has no time of its own

    @classmethod
    def between(
        cls,
        game_name: str,
        players: Sequence[str | Entrant],
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 1,
        patience: float = PATIENCE,
    ) -> Tournament:
        """Sets up a tournament; refuses what cannot be played."""
        table = game(game_name, **(options or {}))
        numbers = table.rulebook.players
        seats = table.rulebook.read_players(min((n for n in numbers if n >= 2), default=1) if seats is None else seats)
        if not 0 < patience < float("inf"):
            raise BadOption(say("patience must be more than 0 seconds, not {value}", value=patience))
        return cls(table.name, table.options, read_entrants(players, table, seats), seats, seed, patience)

    @cached_property
    def table(self) -> Game:
        """The game with its options."""
        return game(self.game, **self.options)

    @property
    def names(self) -> list[str]:
        """What the entrants are called."""
        return [entrant.name for entrant in self.entrants]

    @property
    def identity(self) -> dict[str, Any]:
        """What makes it this tournament and no other."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "players": self.names,
            "seats": self.seats,
            "seed": self.seed,
        }

    def schedule(self, games: int) -> list[Fixture]:
        """Returns the games, so many for each pairing."""
        if games < 1:
            raise BadOption(say("the number of games must be 1 or more, not {value}", value=games))
        return schedule(len(self.entrants), self.seats, games)

    def players_of(self, fixture: Fixture) -> list[str]:
        """Returns the names of those who play a game, by seat."""
        return [self.names[entrant] for entrant in fixture.seats]

    def deal_seed(self, fixture: Fixture) -> str:
        """Returns the seed of all that chance does: the same for every game of a deal."""
        return f"{self.seed}.{fixture.deal}"

    def player_seed(self, fixture: Fixture, seat: int) -> int:
        """Returns the seed of a player: another one in every game and seat."""
        return int.from_bytes(hashlib.sha256(f"{self.seed}/{fixture.number}/{seat}".encode()).digest()[:6], "big")
