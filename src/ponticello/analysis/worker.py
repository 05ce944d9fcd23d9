"""The process in which a server thinks: it answers for bots, as `players.worker` does, and works on reviews a slice at a time.

A slice begins with what is kept of the review and ends with what is to be kept instead, so that the next one may be worked on in
another process, or after a restart: `python -m ponticello.analysis.worker`. A solver that is interrupted has to learn much anew,
so a search for hindsight stays here from one answer to the next, and only if the process ends what is kept is taken up.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ponticello.players import worker
from ponticello.players.protocol import carry_out_moves, write_moves
from ponticello.table.game import game
from ponticello.table.match import Match

if TYPE_CHECKING:
    from ponticello.analysis.ended import Ended
    from ponticello.analysis.possible import Hindsight

IDLE = 9  # how much more patient the process is that looks back than those that think for bots

_searches: dict[str, Iterator[Hindsight]] = {}  # the one search that is under way, by the question it answers


def described(match: Match) -> dict[str, Any]:
    """Returns a match as it is told in a question."""
    return {
        "game": match.game.name,
        "options": match.game.options,
        "names": match.names,
        "moves": write_moves(match.moves),
    }


def review_question(match: Match, ended: Ended | None, so_far: str | None, seconds: float, simulations: int) -> dict[str, Any]:
    """Returns the request to go on with a review for about so many seconds, up to so many simulations in each position.

    The answer is a review as JSON.
    """
    ending = None if ended is None else asdict(ended)
    return {"review": described(match), "ended": ending, "so far": so_far, "seconds": seconds, "simulations": simulations}


def hindsight_question(match: Match, seat: int, so_far: str | None, seconds: float) -> dict[str, Any]:
    """Returns the request for the next that is found out in hindsight, within so many seconds in all; the answer is JSON."""
    return {"hindsight": described(match), "seat": seat, "so far": so_far, "seconds": seconds}


@functools.lru_cache(maxsize=4)
def _replayed(described: str) -> Match:
    told = json.loads(described)
    start = game(told["game"], **told["options"]).position(len(told["names"]))
    match = Match(start, seed="review", names=told["names"], begin=False)
    carry_out_moves(match, told["moves"])
    return match


def review_slice(asked: dict[str, Any]) -> str:
    """Returns a review that is a slice finer than the one that is kept."""
    from ponticello.analysis.ended import Ended
    from ponticello.analysis.model import Review
    from ponticello.analysis.reviewing import reviewing

    ends = time.monotonic() + asked["seconds"]
    start = None if asked["so far"] is None else Review.from_json(asked["so far"])
    match = _replayed(json.dumps(asked["review"]))
    latest = None
    ended = None if asked["ended"] is None else Ended(**{**asked["ended"], "winners": tuple(asked["ended"]["winners"])})
    for latest in reviewing(match, simulations=asked["simulations"], threads=1, start=start, ended=ended):
        if start is None or (time.monotonic() >= ends and latest.studies != start.studies):
            break  # a first one at once, however coarse; later ones when they are finer
    assert latest is not None
    return latest.to_json()


def hindsight_slice(asked: dict[str, Any]) -> str:
    """Returns the next that is known in hindsight."""
    from ponticello.analysis.hindsight import follow_hindsight
    from ponticello.analysis.possible import Hindsight

    described = json.dumps(asked["hindsight"])
    key = f"{asked['seat']} {described}"
    if key not in _searches:
        _searches.clear()
        start = None if asked["so far"] is None else Hindsight.from_json(asked["so far"])
        _searches[key] = follow_hindsight(_replayed(described), asked["seat"], seconds=asked["seconds"], start=start)
    found = next(_searches[key])
    if found.done:
        _searches.clear()
    return found.to_json()


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer to a question, or what went wrong."""
    try:
        if "review" in asked:
            return {"answer": review_slice(asked)}
        if "hindsight" in asked:
            return {"answer": hindsight_slice(asked)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return worker.answer(asked)


if __name__ == "__main__":
    if "--idle" in sys.argv and hasattr(os, "nice"):
        os.nice(IDLE)
    worker.main(answer)
