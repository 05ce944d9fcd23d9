"""One game of a tournament, from the first move to the result. A player that fails loses it; the others share the win."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

from ponticello.arena.entrants import Entrant
from ponticello.arena.results import Forfeit, Result
from ponticello.arena.schedule import Fixture
from ponticello.arena.tournament import Tournament
from ponticello.engine import verbs
from ponticello.engine.errors import PlayerFailed, PonticelloError
from ponticello.engine.words import speaking
from ponticello.players import Player
from ponticello.players.net_player import PolicyPlayer
from ponticello.players.search import SearchPlayer
from ponticello.table.match import Match

OVERTIME = 2.0  # times its seconds, and so many more, before a player has lost on time
FAREWELL = 5.0  # seconds for a player to let go of what it holds


class Silence(Exception):
    """A player has not answered in time, and may still be thinking."""


def play_game(tournament: Tournament, fixture: Fixture) -> Result:
    """Plays a game to its end, or until a player fails. Results are data, so why it failed is noted in English."""
    with speaking(None):
        return _play_game(tournament, fixture)


def _play_game(tournament: Tournament, fixture: Fixture) -> Result:
    match = tournament.table.match(tournament.seats, seed=tournament.deal_seed(fixture))
    players: list[Player] = []
    moves, seconds = [0] * match.players, [0.0] * match.players
    forfeit = None
    seat = 0
    try:
        for seat in range(match.players):
            players.append(tournament.entrants[fixture.seats[seat]].sit_down(match, tournament.player_seed(fixture, seat)))
        while not match.over:
            seat = match.actors[0]
            begun = time.perf_counter()
            try:
                move(match, seat, players[seat], tournament.entrants[fixture.seats[seat]], tournament.patience)
            finally:
                moves[seat] += 1
                seconds[seat] += time.perf_counter() - begun
    except Silence as error:
        forfeit = Forfeit(seat, str(error), silent=True)
    except PonticelloError as error:
        forfeit = Forfeit(seat, " ".join(str(error).split()))
    except Exception as error:  # whatever goes wrong inside a player is that player's loss, not the tournament's
        forfeit = Forfeit(seat, " ".join(f"{type(error).__name__}: {error}".split()))
    for player in players:
        part_with(player)
    state = match.position.state
    return Result(
        number=fixture.number,
        deal=fixture.deal,
        seed=tournament.deal_seed(fixture),
        players=tuple(tournament.players_of(fixture)),
        points=match.scores,
        standing=tuple(int(verbs.standing(state, seat)) for seat in range(match.players)),
        winners=match.winners if forfeit is None else tuple(s for s in range(match.players) if s != forfeit.seat),
        actions=len(match.moves),
        moves=tuple(moves),
        seconds=tuple(round(spent, 6) for spent in seconds),
        forfeit=forfeit,
    )


def move(match: Match, seat: int, player: Player, entrant: Entrant, patience: float) -> None:
    """Lets a player make one move; it sees what its seat may see."""
    limit = patience if entrant.seconds is None else OVERTIME * entrant.seconds + OVERTIME
    seen = match.view(seat)
    decision = within(
        limit, lambda: player.choose(seen, seat, seconds=entrant.seconds, simulations=entrant.simulations), "took more than {} s"
    )
    match.play(decision.move, seat)


def part_with(player: Player) -> None:
    """Lets a player go; how it takes that is its own affair."""
    with contextlib.suppress(Exception):
        within(FAREWELL, player.close)


def within(seconds: float, ask: Callable[[], Any], complaint: str = "no answer in {} s") -> Any:
    """Returns what a question is answered with; raises Silence if nothing comes in time, and leaves the answerer alone."""
    answer: list[Any] = []
    trouble: list[BaseException] = []

    def work() -> None:
        try:
            answer.append(ask())
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if trouble:
        raise trouble[0] if isinstance(trouble[0], Exception) else PlayerFailed(f"it stopped with {trouble[0]!r}")
    if not answer:
        raise Silence(complaint.format(f"{seconds:g}"))
    return answer[0]


def warm_up(tournament: Tournament) -> None:
    """Lets every player that we bring make a move in a game that does not count, so that no clock runs while rules are compiled.

    So do those of ours that a maker has set otherwise, but nobody else's. A program of one's own makes a move too: if it cannot,
    that is known before the tournament.
    """
    match = tournament.table.match(tournament.seats, seed="warm-up")
    for entrant in tournament.entrants:
        player = entrant.sit_down(match, 0)
        try:
            if entrant.maker is None or isinstance(player, SearchPlayer | PolicyPlayer):
                seat = match.actors[0]
                player.choose(match.view(seat), seat, simulations=1)
        finally:
            part_with(player)
