"""How a match is asked for: which game, with which options, who sits where, and how much time there is."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from ponticello.engine.errors import BadOption
from ponticello.engine.game import Rulebook, Value
from ponticello.engine.words import say
from ponticello.games import rulebook as find_rulebook
from ponticello.server.matches.clock import read_clock
from ponticello.server.matches.facts import BOT, LINK, LOBBY, OPEN, PERSON, Facts, Seat
from ponticello.table.names import check_name, looks_of

ME = "me"
FRIENDLY = 1  # the level one meets first
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another


def new_id(length: int = 10) -> str:
    """Returns a name for a link that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def read_plan(
    *,
    game: str,
    options: Mapping[str, object],
    seats: Sequence[Mapping[str, object]],
    clock: Mapping[str, object] | None,
    guest: str,
    name: str,
    now: float,
    public: bool | None = None,
) -> Facts:
    """Returns the facts of a match that somebody asks for; refuses what the game or the table does not know.

    Unless somebody says otherwise, a match for which players are looked for in the lobby can be found there to be watched, too.
    """
    rulebook = find_rulebook(game)
    rulebook.read_players(len(seats))
    places: list[Seat] = []
    for wanted in seats:
        places.append(_seat(rulebook, wanted, guest, name, [seat.name for seat in places]))
    if all(seat.kind == BOT for seat in places):
        raise BadOption(say("somebody has to play: take a seat or leave one open"))
    in_lobby = any(seat.kind == LOBBY for seat in places)
    return Facts(
        id=new_id(),
        game=rulebook.name,
        options=read_options(rulebook, options),
        seats=tuple(places),
        clock=read_clock(clock),
        seed=secrets.token_hex(16),
        created=now,
        creator=guest,
        public=in_lobby if public is None else public,
        chat=not in_lobby,
    )


def read_options(rulebook: Rulebook, given: Mapping[str, object]) -> dict[str, Value]:
    """Returns all options. Only the choices that are listed: what opens files is not for people far away."""
    for option in rulebook.options:
        for name in (option.name, *option.also):
            if name in given and option.reader is not None:
                allowed = [str(choice) for choice in option.choices]
                if str(given[name]) not in allowed:
                    choices = ", ".join(allowed)
                    raise BadOption(say("{option} must be one of: {choices}", option=option.name, choices=choices))
    return rulebook.read_options(given)


def _seat(rulebook: Rulebook, wanted: Mapping[str, object], guest: str, name: str, taken: list[str]) -> Seat:
    kind = wanted.get("kind")
    if kind in (ME, PERSON):
        own = check_name(str(wanted.get("name") or name) if kind == PERSON else name)
        return Seat(PERSON, guest, free_name(own, taken))
    if kind in OPEN:
        return Seat(LINK if kind == LINK else LOBBY)
    if kind == BOT:
        level = wanted.get("level", FRIENDLY)
        if isinstance(level, str) and level.isdecimal() and len(level) < 3:
            level = int(level)
        if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= len(rulebook.levels):
            raise BadOption(say("a bot's level is 1 to {most}", most=len(rulebook.levels)))
        return Seat(BOT, name=free_name(rulebook.levels[level - 1].name, taken), level=level)
    raise BadOption(say("a seat is for me, person, link, lobby or bot, not {kind}", kind=str(kind)[:20]))


def free_name(name: str, taken: Sequence[str]) -> str:
    """Returns a name that looks like nobody else's at the table.

    >>> free_name("Ann", ["Ann", "ann 2"])
    'Ann 3'
    """
    looks = {looks_of(other) for other in taken}
    number, free = 2, name
    while looks_of(free) in looks:
        free = f"{name[:36].rstrip()} {number}"
        number += 1
    return free
