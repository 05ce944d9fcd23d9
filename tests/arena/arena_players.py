"""Players that behave badly, each in its own way. Other processes import them from here."""

from __future__ import annotations

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from ponticello.arena import Entrant
from ponticello.engine.errors import PlayerFailed
from ponticello.players import Player
from ponticello.players.player import Decision
from ponticello.players.random import RandomPlayer
from ponticello.table.game import Game
from ponticello.table.position import Move, Position


class Odd(RandomPlayer):
    """Plays at random until its move number so-and-so, which it makes in its own way."""

    def __init__(self, way: str, after: int, seed: int) -> None:
        super().__init__(seed)
        self.way = way
        self.left = after

    def choose(self, position: Position, seat: int | None = None, **budget: Any) -> Decision:
        """Chooses, or misbehaves."""
        decision = super().choose(position, seat)
        self.left -= 1
        if self.left >= 0:
            return decision
        if self.way == "illegal":
            legal = set(position.legal_actions(decision.move.seat))
            action = next(action for action in range(position.game.rulebook.actions) if action not in legal)
            return Decision(position.move(action, decision.move.seat), (), ())
        if self.way == "beyond":
            return Decision(Move("?", decision.move.seat, 10**6), (), ())
        if self.way == "other":
            return Decision(Move(decision.move.text, 1 - decision.move.seat, decision.move.action), (), ())
        if self.way == "rubbish":
            return None  # type: ignore[return-value]
        if self.way == "fails":
            raise PlayerFailed("the program\nhas crashed")
        if self.way == "breaks":
            raise ZeroDivisionError("oh")
        if self.way == "exits":
            sys.exit(3)
        time.sleep(60)
        return decision

    def close(self) -> None:
        """Complains even about the end."""
        raise RuntimeError("never")


def odd(way: str, after: int, game: Game, seed: int) -> Player:
    """Seats a player that misbehaves."""
    return Odd(way, after, seed)


def bad(way: str, after: int = 2) -> Entrant:
    """Returns an entrant that misbehaves."""
    return Entrant(way, maker=partial(odd, way, after))


class Mortal(RandomPlayer):
    """Kills its own process in the middle of a game, so many times over all; marks in a folder count them."""

    def __init__(self, folder: Path, lives: int, seed: int) -> None:
        super().__init__(seed)
        self.folder = folder
        self.lives = lives
        self.moves = 0

    def choose(self, position: Position, seat: int | None = None, **budget: Any) -> Decision:
        """Chooses, or dies."""
        self.moves += 1
        if self.moves == 5:
            for life in range(self.lives):
                mark = self.folder / f"{life}"
                if not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(position, seat)


def mortal(folder: Path, lives: int, game: Game, seed: int) -> Player:
    """Seats a player that kills its process."""
    return Mortal(folder, lives, seed)


def dying(folder: Path, lives: int) -> Entrant:
    """Returns an entrant that kills its process so many times."""
    return Entrant("mortal", maker=partial(mortal, folder, lives))
