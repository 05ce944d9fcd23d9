"""The boards of Hashi as plain Python, by the names of their islands: `position.board` of the Python guide."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.notation import island_name
from ponticello.games.hashi.position import AWARDS, CARDS, NONE, Hashi, bridges_of, number_of
from ponticello.games.hashi.reading import card_in_play, number_on

FLAG_NAMES = (None, "red", "blue")
AWARD_NAMES = ("red", "blue", "six")


@dataclass(frozen=True)
class Card:
    """A card: the number to write and how many bridges to draw."""

    number: int
    bridges: int


@dataclass(frozen=True)
class Island:
    """An island of one board."""

    name: str
    flag: str | None  # "red" or "blue"
    number: int | None  # what is written on it
    bridges: int  # how many reach it
    is_finished: bool


@dataclass(frozen=True)
class PlayerBoard:
    """The board of one player."""

    islands: dict[str, Island]
    bridges: dict[tuple[str, str], int]  # by the islands at the ends: one or two
    awards: dict[str, int]  # points scored for "red", "blue" and "six"


@dataclass(frozen=True)
class HashiBoard:
    """Everybody's boards and the cards."""

    card: Card | None  # the one that everybody is playing
    cards_left: dict[Card, int]  # not turned up yet; one of them never will be
    lines: tuple[tuple[str, str], ...]  # the dotted lines, the same on every board
    boards: tuple[PlayerBoard, ...]  # by seat


def plain_board(state: Hashi) -> HashiBoard:
    """Returns the boards of a position as plain Python."""
    names = [island_name(state, island) for island in range(ISLANDS)]
    lines = tuple((names[state.line_a[line]], names[state.line_b[line]]) for line in range(state.lines))

    def card(number: int) -> Card:
        return Card(number_of(number), bridges_of(number))

    def board(seat: int) -> PlayerBoard:
        islands = [
            Island(
                names[island],
                FLAG_NAMES[state.flag[island]],
                number_on(state, seat, island) or None,
                state.bridges[seat, island],
                state.finished[seat] >> island & 1 == 1,
            )
            for island in range(ISLANDS)
        ]
        return PlayerBoard(
            islands={island.name: island for island in islands},
            bridges={ends: state.spans[seat, line] for line, ends in enumerate(lines) if state.spans[seat, line]},
            awards={AWARD_NAMES[award]: state.award[seat, award] for award in range(AWARDS)},
        )

    playing = card_in_play(state)
    return HashiBoard(
        card=None if playing == NONE else card(playing),
        cards_left={card(number): state.left[number] for number in range(CARDS) if state.left[number]},
        lines=lines,
        boards=tuple(board(seat) for seat in range(state.seats)),
    )
