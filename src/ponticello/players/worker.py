"""A process that thinks for a server: questions come as JSON lines on standard input, answers go out the same way.

Loading the compiler and its code takes seconds during which a process can do nothing else, so a server lets this one do it:
`python -m ponticello.players.worker`. It ends with whoever asks.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from ponticello.players import player
from ponticello.players.advice import advise
from ponticello.players.player import choose_turn, write_turn
from ponticello.table.game import game
from ponticello.table.match import Match
from ponticello.table.position import Position

NICE = 10  # who asks goes first


def question(position: Position, seat: int, level: int, seed: int) -> dict[str, Any]:
    """Returns a position as a question: what does a level play here?"""
    return {
        "game": position.game.name,
        "options": position.game.options,
        "players": position.players,
        "state": base64.b64encode(position.state.array.tobytes()).decode(),
        "seat": seat,
        "level": level,
        "seed": seed,
    }


def advice_question(position: Position, seat: int, seed: int) -> dict[str, Any]:
    """Returns a position as a question: what would the strongest player play here, after a second, and what does it expect?"""
    return {**question(position, seat, len(position.game.rulebook.levels), seed), "advice": True}


def preparation(name: str) -> dict[str, Any]:
    """Returns the request to load all that the players of a game need."""
    return {"prepare": name}


def think(asked: dict[str, Any]) -> str:
    """Returns the whole turn that a level plays; as advice, also what it expects."""
    wanted = game(asked["game"], **asked["options"])
    state = wanted.rulebook.state()
    state.array.view("u1").reshape(-1)[:] = list(base64.b64decode(asked["state"]))
    position = Position(wanted, asked["players"], state)
    sitting = player(f"level{asked['level']}", game=wanted.name, seed=asked["seed"], threads=1)
    try:
        if "advice" not in asked:
            return write_turn(position, choose_turn(sitting.choose, position, asked["seat"]))
        turn, expected = advise(sitting, position, asked["seat"])
        return json.dumps([position.game.rulebook.write_turn(turn), expected])
    finally:
        sitting.close()


def prepare(name: str) -> None:
    """Loads what the players of a game need, compiling it if that has never been done."""
    wanted = game(name)
    position = Match(wanted.position(max(wanted.rulebook.players)), seed="warm").position
    for level in range(1, len(wanted.rulebook.levels) + 1):
        sitting = player(f"level{level}", game=name, threads=1)
        sitting.choose(position, position.actors[0], simulations=2)
        sitting.close()


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer to a question, or what went wrong."""
    try:
        if "prepare" in asked:
            prepare(asked["prepare"])
            return {"answer": ""}
        return {"answer": think(asked)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main(reply: Callable[[dict[str, Any]], dict[str, Any]] = answer) -> None:
    """Answers until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then lets go of this
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        for line in sys.stdin:
            print(json.dumps(reply(json.loads(line))), flush=True)
    except BrokenPipeError:
        os._exit(0)  # whoever asked is gone; a tidy end would try to write once more


if __name__ == "__main__":
    main()
