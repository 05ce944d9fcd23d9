"""The deal of the day of a server, played in the terminal over the API that docs/bot-api.md describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ponticello.cli.console import print_text
from ponticello.cli.daily_session import DealSession
from ponticello.cli.keyboard import Keyboard
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.engine.words import say
from ponticello.players.protocol import play_moves
from ponticello.table.game import game as find_game
from ponticello.table.position import Position

if TYPE_CHECKING:
    import httpx
    from rich.console import Console

PATIENCE = 30.0  # seconds for an answer


class NoAnswer(PonticelloError):
    """The server does not answer, or refuses."""


class ServedDeal:
    """A deal at a server, as far as its cards have come."""

    def __init__(self, client: httpx.Client, shot: dict[str, Any]) -> None:
        self._client, self._here = client, f"/api/matches/{shot['id']}"
        self._look()

    def _look(self) -> None:
        told = ask(self._client, "GET", f"{self._here}/position")
        chosen = find_game(told["game"], **told["options"])
        self.position: Position = play_moves(chosen.position(told["players"]), told["moves"])[0]
        self._ply = told["ply"]

    def play(self, text: str) -> None:
        """Plays a move or a whole turn; the server answers for the rules."""
        ask(self._client, "POST", f"{self._here}/moves", {"move": text, "ply": self._ply})
        self._look()


def play_at(server: str, token: str | None, book: Rulebook | None, console: Console, keyboard: Keyboard) -> int:
    """Plays today's deal of a game at a server, or lists what there is; returns the exit code."""
    try:
        import httpx
    except ImportError:
        raise BadOption(say('to play at a server some more packages are needed: pip install "ponticello[server]"')) from None
    if not server.startswith(("http://", "https://")):
        raise BadOption(say("{url} is no address of a web table; give one like https://example.org", url=server))
    if token is None:
        raise BadOption(say("say who you are with --token, from your profile page at {url}/me", url=server.rstrip("/")))
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=server.rstrip("/"), headers=headers, timeout=PATIENCE) as client:
        today = ask(client, "GET", "/api/daily")
        wanted = next((one for one in today["games"] if book is not None and one["game"] == book.name), None)
        if book is None:
            print_text(console, say("The deal of {day}", day=today["day"]), "bold")
            for one in today["games"]:
                print_text(console, f"{one['title']}: {one['result'] or say('not played yet')}")
        elif wanted is None:
            raise BadOption(say("{game} has neither deals nor puzzles", game=book.title))
        elif wanted["kind"] == "puzzle":
            address = f"{server.rstrip('/')}/puzzles/{wanted['game']}/{wanted['puzzle']}"
            print_text(console, say("This is a puzzle, to be solved at {address}", address=address))
        elif wanted["state"] == "done":
            print_text(console, say("You have played it today; the next one comes at midnight UTC."))
        else:
            DealSession(ServedDeal(client, ask(client, "POST", f"/api/daily/{book.name}")), console, keyboard).play()
        if shared := ask(client, "GET", "/api/daily")["share"]:
            print_text(console, f"\n{shared}")
    return 0


def ask(client: httpx.Client, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Returns what the server answers; what it refuses is raised in its own words."""
    import httpx

    try:
        answer = client.request(method, path, json=body)
        told = answer.json()
    except (httpx.TransportError, ValueError):
        raise NoAnswer(say("{url} does not answer as a web table does", url=client.base_url)) from None
    if answer.is_error:
        raise NoAnswer(str(told["error"]))
    return told
