"""How far somebody has come with a puzzle, as its address says it: signed for one guest and one puzzle.

A page that shows what follows a turn gives the turn away, and an address that anybody could write would tell, by whether it is
refused, what is right. So the server says who has found how much, and believes nobody else.
"""

from __future__ import annotations

from itsdangerous import BadSignature, Signer

from ponticello.analysis.puzzles.book import Puzzle
from ponticello.analysis.puzzles.solving import Attempt
from ponticello.server.storage.guests import Guest

NOTHING_FOUND = "0"


def write_found(secret: str, guest: Guest | None, attempt: Attempt) -> str:
    """Returns how many turns a guest has found, as an address has it."""
    if guest is None or attempt.found == 0:
        return NOTHING_FOUND
    return _signer(secret, guest, attempt.puzzle).sign(str(attempt.found)).decode()


def read_found(secret: str, guest: Guest | None, puzzle: Puzzle, found: str) -> Attempt | None:
    """Returns how far a guest has come; None if nobody here has said so of them."""
    if found == NOTHING_FOUND:
        return Attempt(puzzle)
    if guest is None:
        return None
    try:
        number = int(_signer(secret, guest, puzzle).unsign(found))
    except BadSignature:
        return None
    return Attempt(puzzle, number) if number <= puzzle.asked else None  # an older book may have asked for more


def _signer(secret: str, guest: Guest, puzzle: Puzzle) -> Signer:
    return Signer(secret, salt=f"found {guest.id} {puzzle.game} {puzzle.key}")
