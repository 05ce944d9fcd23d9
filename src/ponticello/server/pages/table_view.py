"""A table as somebody looks at it: all that its page says, and the part that changes while a turn is put together."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from ponticello.engine.people import called, player_name
from ponticello.engine.words import say
from ponticello.server.matches.answers import answer_note, kept_for, rematch_note
from ponticello.server.matches.deal import is_shut
from ponticello.server.matches.draft import PICK, Draft, draw, read_draft
from ponticello.server.matches.facts import OPEN, OVER, PLAYING, WAITING
from ponticello.server.matches.permissions import has_hints, may, others
from ponticello.server.matches.registry import Presence
from ponticello.server.matches.snapshot import message, people_at, snapshot
from ponticello.server.matches.table import Table
from ponticello.server.pages.drawings import Sight, board, described, explained, ghost, log, sight, signs
from ponticello.server.pages.hint_view import ShownHint, shown_hint
from ponticello.server.pages.reader import Reader
from ponticello.server.pages.render import board_alone, laid_out
from ponticello.server.pages.viewer import (
    PageViewer,
    known_turns,
    last_actions,
    may_act,
    page_viewer,
    side_of,
    view_of,
    views_of,
)
from ponticello.server.talk.lines import may_say
from ponticello.table.match import Turn
from ponticello.table.position import Move, Position

# What a page shows of a snapshot. With this it can tell whether news from the socket are news to it.
NEWS = ("status", "viewer", "ply", "seats", "message", "may", "asked", "rematch", "watchers")


@dataclass(frozen=True)
class Wishes:
    """What a page wants to see."""

    seat: int | None = None  # whose owner has the device
    view: str | None = None
    pick: str | None = None  # what is in hand: None as the picture thinks best, "" nothing
    draft: str = ""
    turn: int | None = None  # how many turns had been played when the draft was begun; that of an older turn is dropped
    ply: int | None = None  # how much the page shows already


class TableView:
    """A table as one reader looks at it, with a turn that is being put together."""

    def __init__(self, table: Table, reader: Reader, wishes: Wishes) -> None:
        self.table, self.reader, self.wishes = table, reader, wishes
        self.viewer: PageViewer = page_viewer(table, reader.guest.id if reader.guest else None, wishes.seat)
        self.seat = self.viewer.seat
        self.acting = may_act(table, self.seat)
        self.turns: list[Turn] = known_turns(table, self.seat)
        self.position: Position = table.game.position(len(table.seats)) if table.match is None else table.match.view(self.seat)
        self.own = table.seats_of(reader.guest.id) if reader.guest else []
        self.people = people_at(table, self.seat, self.own)
        self.draft = Draft(self.position)
        if table.match is not None and self.acting:
            is_of_this_turn = wishes.turn in (None, len(self.turns))
            with called(self.people):
                self.draft = read_draft(table.match, self.seat, wishes.draft if is_of_this_turn else "")

    @property
    def is_shown(self) -> bool:
        """Whether the page shows the table as it is: then only the turn that is put together can look different."""
        return self.acting and self.wishes.ply == self.table.ply(self.seat)

    def sight(self, position: Position) -> Sight:
        """Returns a position as the reader is told of it."""
        return sight(position, self.reader.language, self.people)

    def called(self) -> list[str]:
        """Returns what each player is called; the reader is "You"."""
        with called(self.people):
            return [player_name(seat, room=inf) for seat in range(len(self.table.seats))]

    def headline(self) -> str:
        """Returns what is asked of the reader, or what everybody waits for."""
        table, draft = self.table, self.draft
        with called(self.people):
            if self.viewer.pass_to is not None:
                return say("Next: {name}", name=table.seats[self.viewer.pass_to].name)
            if not self.acting:
                return message(table, self.seat, self.own)
            task = say("Confirm your turn") if draft.complete else draft.position.task(self.seat)
        return say("{name}: {task}", name=table.seats[self.seat].name, task=task) if len(self.own) > 1 else task

    def hint(self) -> ShownHint | None:
        """Returns the hint to show: that for this turn, until something is in hand or the turn is begun."""
        if not self.acting or self.draft.steps or self.wishes.pick is not None:
            return None
        with called(self.people):
            return shown_hint(self.table, self.seat)

    def _ghost(self, hint: ShownHint, shown: str) -> tuple[str, str]:
        """Returns a hint as a ghost and the view it is in: unless one was chosen, one with the ghost on the board in front.

        Where a number is written for a neighbour, that is the neighbour's.
        """

        def drawn(view: str) -> str:
            return ghost(self.sight(self.position), self.reader.theme, view, hint.moves)

        views = () if self.wishes.view else reversed(views_of(self.table))
        found = next((view for view in (shown, *views) if ' data-last="' in board_alone(drawn(view))), shown)
        return found, drawn(found)

    def turn_context(self) -> dict[str, Any]:
        """Returns what the board and the buttons under it say."""
        return self._turn_context(may(self.table, self.seat))

    def _turn_context(self, allowed: dict[str, bool]) -> dict[str, Any]:
        table, reader, draft = self.table, self.reader, self.draft
        shown = view_of(table, self.seat, self.wishes.view)

        def drawn(position: Position, /, *, targets: tuple[Move, ...], last: tuple[int, ...], pick: str) -> str:
            return board(self.sight(position), reader.theme, shown, targets, last, pick)

        last, hint = last_actions(self.turns), self.hint()
        held = ""
        if hint is not None:
            shown, picture = self._ghost(hint, shown)
        elif self.acting:
            picture, held = draw(draft, last, self.wishes.pick, drawn)
        else:
            picture, held = drawn(self.position, targets=(), last=last, pick=""), ""
        mine = f"\u25cf {say('Your turn')} \u00b7 " if self.acting or self.viewer.pass_to is not None else ""
        return {
            "table": table,
            "page": f"/m/{table.id}",
            "next_step": "",
            "shut": False,
            "viewer": self.seat,
            "ply": table.ply(self.seat),
            "wanted": "" if self.wishes.seat is None else self.wishes.seat,
            "pass_to": self.viewer.pass_to,
            "acting": self.acting,
            "turn": len(self.turns),
            "draft": draft,
            "hint": hint,
            "headline": self.headline(),
            "note": "",
            "steps": [draft.position.choice(step) or str(step) for step in draft.steps],
            "choices": [(move, words) for move in draft.targets if (words := draft.position.choice(move))],
            "example": next((str(move) for move in draft.targets if not draft.position.choice(move)), ""),
            "board": laid_out(picture),
            "pick": held,
            "picks": len(set(PICK.findall(picture))),
            "view": shown,
            "views": views_of(table),
            "called": self.called(),
            "own_seats": self.own,
            "side": "bottom" if draft.steps else side_of(table, self.seat, self.turns[-1] if self.turns else None),
            "title": f"{mine}{table.game.title} \u00b7 Ponticello",
            "may": allowed,
            "talks": may_say(table, reader.guest.id if reader.guest else None),
            "alone": self.seat >= 0 and not others(table, self.seat),
            "has_hints": self.seat >= 0 and table.status == PLAYING and has_hints(table, self.seat),
        }

    def context(self, now: float, presence: Presence) -> dict[str, Any]:
        """Returns all that the page says."""
        table, reader = self.table, self.reader
        own, waits = self.own, table.status == WAITING
        shot = snapshot(table, self.seat, now, own=own, since=table.ply(self.seat), presence=presence)
        return {
            **self._turn_context(shot["may"]),
            "shot": shot,
            "shut": is_shut(table.facts.deal, now),
            "news": {name: shot[name] for name in NEWS},
            "log": log(table, self.turns, reader.language),
            "current": None,
            "described": described(self.sight(self.position)),
            "signs": signs(self.sight(self.position), reader.theme),
            "points": self.points(),
            "levels": table.game.rulebook.levels,
            "option_help": {option.name: option.help for option in table.game.rulebook.options},
            "clock": table.facts.clock.words if table.facts.clock else "",
            "winners": table.result.winners if table.result and len(table.seats) > 1 else (),
            "answer": answer_note(table, self.seat),
            "again": rematch_note(table, own),
            "kept_for": kept_for(table, reader.guest.id if reader.guest else None),
            "joinable": waits and not own and any(place.kind in OPEN for place in table.seats),
            "invitation": waits and bool(own),
            "guest_name": reader.name,
            "join_error": "",
        }

    def points(self) -> list[tuple[str, int, tuple[str, ...]]]:
        """Returns for each seat its name, its points and where they come from, as far as the viewer may know."""
        match = self.table.match
        if match is None:
            return []
        position = match.position if self.table.status == OVER else self.position
        told = explained(self.sight(position))
        return [(name, *told[seat]) for seat, name in enumerate(self.called())]
