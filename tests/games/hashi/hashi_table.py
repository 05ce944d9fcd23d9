"""A table for the tests of Hashi: positions from numbers and bridges, moves in notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.hashi import notation, position, rules
from ponticello.games.hashi.position import Hashi

# A board for tests that name islands, so that a new design of the shipped ones does not touch them.
THIRDS = "o1o1o1o/1b1o1b1/7/1r1b1r1/o1o1o1o/7/o1r1r1o"


def fresh(players: int = 1, board: str = THIRDS) -> Hashi:
    """Returns a game before its set-up."""
    state = Hashi()
    position.set_up(state, players, board)
    return state


def content(state: Hashi) -> bytes:
    """Returns the bytes of all fields, without what lies between them."""
    return b"".join(state.array[field].tobytes() for field in state.dtype.names or ())


def play(state: Hashi, seat: int, text: str) -> None:
    """Plays a turn in notation, every action of it legal."""
    for action in notation.read(state, seat, text):
        reason = rules.refusal(state, seat, action)
        assert reason == LEGAL, f"{notation.write(state, seat, action)} is refused: {reason}"
        rules.play(state, seat, action)


def refused(state: Hashi, seat: int, text: str) -> int:
    """Returns why the last action of a turn is refused, or LEGAL; those before it are played in a copy."""
    state = state.copy()
    *before, last = notation.read(state, seat, text)
    for action in before:
        assert rules.refusal(state, seat, action) == LEGAL
        rules.play(state, seat, action)
    return rules.refusal(state, seat, last)


def turn_up(state: Hashi, card: str) -> None:
    """Turns up a card, such as 5x3."""
    play(state, CHANCE, f"card {card}")


def legal(state: Hashi, seat: int) -> set[str]:
    """Returns the legal moves of a seat in notation."""
    return {notation.write(state, seat, a) for a in range(position.ACTIONS) if rules.refusal(state, seat, a) == LEGAL}


def started(players: int = 1, board: str = THIRDS, first: str = "3@a1") -> Hashi:
    """Returns a game after its set-up, everybody having written the same."""
    state = fresh(players, board)
    for seat in range(players):
        play(state, seat, first)
    return state


def lay(state: Hashi, seat: int, numbers: Mapping[str, int], bridges: Iterable[str] = ()) -> None:
    """Writes numbers and draws bridges on a board outside the rounds; a bridge listed twice is drawn twice."""
    names = [notation.island_name(state, island) for island in range(18)]
    lines = [notation.line_name(state, line) for line in range(state.lines)]
    for name, number in numbers.items():
        state.number[seat, names.index(name)] = number
    for name in bridges:
        state.spans[seat, lines.index(name)] += 1
    position.take_stock(state, seat)
    state.finished_before[seat] = state.finished[seat]
