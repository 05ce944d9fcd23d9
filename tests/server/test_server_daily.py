"""The deal of the day: the same for all, one try that counts, and nobody reads its cards before the day is over."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from starlette.routing import Route
from websockets.exceptions import InvalidStatus

from ponticello.analysis.possible import Hindsight, Possible
from ponticello.analysis.puzzles.book import Puzzle, shelf
from ponticello.engine.verbs import CHANCE
from ponticello.games import rulebook
from ponticello.players.protocol import write_moves
from ponticello.server.daily.daily import games_of_day
from ponticello.server.daily.tally import MOST_PLACES, Place, places
from ponticello.server.reviews.content import VERSION, Content, seats_to_look_back
from ponticello.server.storage.daily import HOUSE, Day, Try
from ponticello.server.storage.reviews import DONE
from ponticello.table.days import DAY, day_before, is_dealt, seed_of
from ponticello.table.game import Game
from ponticello.table.match import Match
from tests.server.everywhere import all_routes
from tests.server.postgres import new_database
from tests.server.served import Guest, Running, random_turn, running, settings, socket
from tests.server.test_server_identity import new_recovery, two_servers

DEALT = [book.name for book in games_of_day() if is_dealt(book.name)]
PUZZLED = [book.name for book in games_of_day() if not is_dealt(book.name)]
OF_A_MATCH = re.compile(r"/(m|embed|api/matches)/\{id\}")

Move = Callable[[float], None]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def move_on(server: Running, monkeypatch: pytest.MonkeyPatch) -> Move:
    """Sets the time of the tables forward, by so many days."""
    time = server.server.storage.time
    now, moved = time.now, [0.0]
    monkeypatch.setattr(time, "now", lambda: now() + moved[0])

    def move(days: float) -> None:
        moved[0] += days * DAY

    return move


def day_of(client: httpx.Client, guest: Guest | None = None, day: str | None = None) -> Any:
    """Returns a day as a program is told of it."""
    query = {} if day is None else {"day": day}
    return client.get("/api/daily", params=query, headers=guest.bearer if guest else {}).raise_for_status().json()


def told(client: httpx.Client, game: str, guest: Guest, day: str | None = None) -> Any:
    """Returns what a day has of a game, as a guest is told of it."""
    return next(one for one in day_of(client, guest, day)["games"] if one["game"] == game)


def sit(client: httpx.Client, game: str, guest: Guest, day: str | None = None) -> Any:
    """Sits down at the deal of a day."""
    query = {} if day is None else {"day": day}
    answer = client.post(f"/api/daily/{game}", params=query, headers=guest.bearer)
    assert answer.status_code == 201, answer.text
    return answer.json()


def play_on(client: httpx.Client, shot: Any, guest: Guest, luck: int, turns: int = 1000) -> Any:
    """Plays some turns, or all of them."""
    dice = random.Random(luck)
    while shot["status"] != "over" and turns > 0:
        sent = {"move": random_turn(client, shot["id"], guest.bearer, dice), "ply": shot["ply"]}
        shot = client.post(f"/api/matches/{shot['id']}/moves", json=sent, headers=guest.bearer).raise_for_status().json()
        turns -= 1
    return shot


def secret_of(server: Running) -> Day:
    """Returns what nobody may know."""
    return server.call(server.server.daily.day(server.server.daily.today()))


def puzzle_of_day(server: Running, game: str) -> Puzzle:
    key = secret_of(server).puzzles[game]
    return next(puzzle for puzzle in shelf(game) if puzzle.key == key)


def solve(client: httpx.Client, puzzle: Puzzle, guest: Guest, right: bool = True) -> None:
    """Sends the first turn of a puzzle, right or wrong, as the page does; the rest too if it is right."""
    here = f"/puzzles/{puzzle.game}/{puzzle.number}/0"
    for number in range(puzzle.asked if right else 1):
        draft = puzzle.rulebook.write_turn(puzzle.steps[puzzle.answers[number]][1]) if right else puzzle.refuted[0].turn
        sent = {"seat": puzzle.seat, "ply": 0, "turn": 0, "draft": draft, "confirm": True}
        said = client.post(f"{here}/step", json=sent, headers=guest.cookies).raise_for_status().text
        here = re.findall(r'data-page="([^"]+)"', said)[0]


@pytest.mark.parametrize("game", DEALT)
def test_everybody_has_the_same_deal_and_one_try_that_counts(server: Running, client: httpx.Client, game: str) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    first = sit(client, game, ann)
    assert sit(client, game, ann)["id"] == first["id"], "as long as it is not over, there is no other"
    assert sit(client, game, bo)["shuffle"] == first["shuffle"], "the same cards for everybody"
    assert (
        client.post("/api/matches", json={"game": game, "seats": [{"kind": "me"}]}, headers=ann.bearer).json()["shuffle"]
        != (first["shuffle"])
    )
    assert told(client, game, ann)["state"] == "playing" and not told(client, game, ann)["places"]
    over = play_on(client, first, ann, luck=1)
    day = secret_of(server)
    seed = seed_of(day.secret, day.day, game)
    assert over["seed"] is None and not over["may"]["review"]
    for address in (f"/m/{first['id']}", f"/api/matches/{first['id']}", "/api/matches?which=mine", "/daily", "/games", "/"):
        assert seed not in client.get(address, headers=ann.cookies).raise_for_status().text, address
    result = told(client, game, ann)
    assert result["state"] == "done" and result["places"][0] == {
        "rank": 1,
        "name": "Ann",
        "result": result["result"],
        "you": True,
    }
    assert str(over["result"]["scores"][0]) in result["result"]
    assert not told(client, game, bo)["places"], "nobody is told of the others before their own try is over"
    again = sit(client, game, ann)
    assert again["id"] != first["id"] and again["shuffle"] == first["shuffle"]
    play_on(client, again, ann, luck=2)
    assert told(client, game, ann)["result"] == result["result"], "practice changes nothing"
    shared = day_of(client, ann)["share"].splitlines()
    assert shared[0].endswith(day_of(client)["day"]) and shared[-1].endswith("/daily") and result["result"] in shared[1]


@pytest.mark.parametrize("game", DEALT)
def test_the_counted_try_has_no_hints_and_takes_nothing_back(server: Running, client: httpx.Client, game: str) -> None:
    ann = server.guest("Ann")
    shot = sit(client, game, ann)
    here = f"/api/matches/{shot['id']}"
    shot = play_on(client, shot, ann, luck=3, turns=1)
    assert not any(shot["may"][what] for what in ("undo", "ask", "hint"))
    assert 'data-do="hints"' not in client.get(f"/m/{shot['id']}", headers=ann.cookies).text
    for what, sent in (("undo", {"ply": shot["ply"]}), ("ask", {}), ("hint", {})):
        refused = client.post(f"{here}/{what}", json=sent, headers=ann.bearer)
        assert refused.status_code == 400 and "counted try" in refused.json()["error"], what
    client.post(f"{here}/resign", headers=ann.bearer).raise_for_status()
    assert told(client, game, ann)["result"] == "given up"
    assert sit(client, game, ann)["may"]["hint"], "practice may have them"


def all_addresses(server: Running, id: str) -> list[tuple[str, str]]:
    """Returns every address of a match that there is, by method; a route answers with a line feed behind its address too."""
    found = []
    for route in all_routes(server):
        if isinstance(route, Route) and OF_A_MATCH.match(route.path):
            address = route.path.replace("{id}", id)
            for method in sorted((route.methods or set()) - {"HEAD"}):
                found += [(method, address), *([(method, f"{address}%0A")] if not address.endswith(id) else [])]
    assert len(found) > 50
    return found


@pytest.mark.parametrize("game", DEALT)
def test_nobody_reads_the_cards_of_today(server: Running, client: httpx.Client, game: str, move_on: Move) -> None:
    """Whoever looks at a match of somebody else would see the cards that are still to come at their own."""
    ann, eve = server.guest("Ann"), server.guest("Eve")
    shot = play_on(client, sit(client, game, ann), ann, luck=4, turns=2)
    day, id = secret_of(server), shot["id"]
    seed = seed_of(day.secret, day.day, game)
    for who in (eve.bearer, {}):
        for method, address in all_addresses(server, id):
            assert client.request(method, address, headers=who).status_code == 403, f"{method} {address}"
    with pytest.raises(InvalidStatus), socket(server, id, eve.bearer) as eyes:
        eyes.next()
    client.post(f"/api/matches/{id}/resign", headers=ann.bearer).raise_for_status()
    match = server.call(server.server.matches.open(id)).match
    assert len(cards_to_come(match)) > 1
    seen = 0
    for method, address in [("GET", "/daily"), ("GET", "/api/daily"), ("GET", "/api/matches?which=mine"), ("GET", "/games")] + [
        each for each in all_addresses(server, id) if each[0] == "GET"
    ]:
        for who in (ann.bearer, ann.cookies):
            answer = client.request(method, address, params={"move": "0"} if address.endswith("/why") else None, headers=who)
            assert answer.status_code in (200, 403), address
            seen += answer.status_code == 200
            assert seed not in answer.text and day.secret not in answer.text, address
    assert seen > 8
    with socket(server, id, ann.bearer) as eyes:
        assert eyes.next()["seed"] is None
    moves = client.get(f"/api/matches/{id}/position", headers=ann.bearer).json()["moves"]
    assert moves == write_moves(match.moves), "what was drawn, and not what would have been"
    move_on(1)
    assert client.get(f"/m/{id}/game.pont", headers=eve.cookies).status_code == 200
    assert client.get(f"/api/matches/{id}").status_code == 200


def cards_to_come(given_up: Match) -> list[str]:
    """Returns what chance would still have done at a match that was given up."""
    match, known = given_up.copy(), given_up.length
    while not match.over:
        match.play(str(match.position.legal_moves(0)[0]), 0)
    return [str(move) for move in match.moves[known:] if move.seat == CHANCE]


@pytest.mark.parametrize("game", DEALT)
def test_the_next_day_the_secret_is_published_and_fits(
    server: Running, client: httpx.Client, game: str, move_on: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ponticello.server.daily.daily.can_look_back", lambda name: False)
    ann, bo = server.guest("Ann"), server.guest("Bo")
    shot = play_on(client, sit(client, game, ann), ann, luck=5)
    late = sit(client, game, bo)
    day = day_of(client)["day"]
    assert day_of(client)["secret"] is None and client.get("/api/daily", params={"day": "2020-02-02"}).status_code == 404
    move_on(1)
    secret = day_of(client, None, day)["secret"]
    seed = client.get(f"/api/matches/{shot['id']}").json()["seed"]
    assert seed == seed_of(secret, day, game)
    match = Game(rulebook(game), {}).match(1, seed=seed)
    assert match.shuffle.hash == shot["shuffle"]
    assert secret in client.get(f"/daily/{day}").text
    play_on(client, late, bo, luck=6)
    assert "after the day was over" in told(client, game, bo, day)["result"]
    assert [place["rank"] for place in told(client, game, bo, day)["places"]] == [1, None]
    assert sit(client, game, ann, day)["shuffle"] == shot["shuffle"], "the archive can be played"
    assert sit(client, game, ann)["shuffle"] != shot["shuffle"]
    while (house := told(client, game, ann, day)["house"]) is None:
        pass  # it plays
    assert rulebook(game).worth(house) in client.get(f"/daily/{day}", headers=ann.cookies).text
    monkeypatch.setattr("ponticello.server.daily.daily.can_look_back", lambda name: True)
    best = house + (-1 if rulebook(game).fewest_win else 1)
    server.call(keep_hindsight(server, day, game, house, best))
    shown = told(client, game, ann, day)
    assert (shown["house"], shown["best"], shown["proven"]) == (house, best, True)
    page = client.get(f"/daily/{day}", headers=ann.cookies).text
    assert f"The most that was possible, proven: {rulebook(game).worth(best)}" in page and "being worked out" not in page


async def keep_hindsight(server: Running, day: str, game: str, score: int, best: int) -> None:
    """Keeps what another server has proven of the house's own match, which is the only one of a bot that is looked back on."""
    storage, matches = server.server.storage, server.server.matches
    (id,) = [one.match for one in await storage.tries_on(day, game) if one.guest == HOUSE]
    assert id is not None
    assert seats_to_look_back(await matches.open(id)) == [0]
    possible = Possible(0, 0, best, best, (), (best,))
    hindsight = Hindsight(game, 0, score, rulebook(game).fewest_win, (possible,), 1.0, True)
    content = Content(None, (hindsight.to_json(),)).to_json()
    assert await storage.ask_for_review(id, VERSION, HOUSE, None, "another", matches.now())
    assert await storage.keep_review(id, "another", DONE, content, matches.now())


def test_a_puzzle_of_the_day_counts_once(server: Running, client: httpx.Client) -> None:
    ann, bo = server.guest("Ann"), server.guest("Bo")
    day_of(client)
    for game in PUZZLED:
        puzzle = puzzle_of_day(server, game)
        assert told(client, game, ann)["puzzle"] == puzzle.number
        solve(client, puzzle, ann)
        solve(client, puzzle, bo, right=False)
        solve(client, puzzle, bo)
        assert told(client, game, ann)["result"] == "solved" and told(client, game, bo)["result"] == "not solved"
        assert [(one["rank"], one["name"]) for one in told(client, game, bo)["places"]] == [(1, "Ann"), (None, "Bo")]
        refused = client.post(f"/api/daily/{game}", headers=ann.bearer)
        assert refused.status_code == 400
    assert "✓" in day_of(client, ann)["share"] and "✗" in day_of(client, bo)["share"]


def test_lists_lead_to_the_day_and_not_to_what_is_still_shut(server: Running, client: httpx.Client, move_on: Move) -> None:
    ann = server.guest("Ann")
    shot = play_on(client, sit(client, DEALT[0], ann), ann, luck=7)
    day, replay = day_of(client)["day"], f'href="/m/{shot["id"]}/replay"'
    games, results = (client.get(address, headers=ann.cookies).text for address in ("/games", "/me/results"))
    assert f'href="/daily/{day}"' in games and f"The deal of {day}" in games
    assert shot["id"] in games and shot["id"] in results and replay not in games + results
    move_on(1)
    assert replay in client.get("/me/results", headers=ann.cookies).text


def test_a_day_that_never_was_says_so(client: httpx.Client) -> None:
    for day in ("2020-02-02", "2999-01-01", "nonsense"):
        page = client.get(f"/daily/{day}")
        assert page.status_code == 404 and "today&#39;s deals are at /daily" in page.text
        assert "nobody looked in on that day" in client.get("/api/daily", params={"day": day}).json()["error"]


def test_the_table_of_the_day_is_cut_but_not_before_you() -> None:
    book = rulebook(DEALT[0])
    tries = [Try("2026-11-16", book.name, f"guest {k}", "match", None, f"Guest {k}", k, -(k // 2), 0.0) for k in range(80)]
    shown = places(book, [*tries, Try("2026-11-16", book.name, HOUSE, "match", None)], "guest 70")
    assert [place.rank for place in shown[:5]] == [1, 1, 3, 3, 5] and len(shown) == MOST_PLACES + 1
    assert shown[-1] == Place(71, "Guest 70", book.worth(70), True)


def test_the_page_of_todays_puzzle_says_that_it_counts_and_leads_back(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    day_of(client)
    puzzle = puzzle_of_day(server, PUZZLED[0])
    here = f"/puzzles/{puzzle.game}/{puzzle.number}"
    assert "one try counts" in client.get(here, headers=ann.cookies).text
    assert "one try counts" not in client.get(f"/puzzles/{puzzle.game}/{puzzle.number % 60 + 1}", headers=ann.cookies).text
    client.post(f"{here}/solution", headers=ann.cookies)
    over = client.get(f"{here}/solution", headers=ann.cookies).text
    assert "one try counts" not in over and re.search(r'id="next"[^>]*href="/daily"', over)


def test_who_knew_the_puzzle_of_the_day_is_not_shown_its_solution_again_before_the_try(
    server: Running, client: httpx.Client, move_on: Move
) -> None:
    ann, game = server.guest("Ann"), PUZZLED[0]
    move_on(1)
    puzzle = puzzle_of_day(server, game)
    move_on(-1)
    here = f"/puzzles/{game}/{puzzle.number}"
    day_of(client)
    solve(client, puzzle, ann)
    assert client.get(f"{here}/solution", headers=ann.cookies).status_code == 200
    move_on(1)
    assert client.get(f"{here}/solution", headers=ann.cookies).status_code == 303
    client.post(f"{here}/solution", headers=ann.cookies)
    assert told(client, game, ann)["result"] == "not solved"
    assert client.get(f"{here}/solution", headers=ann.cookies).status_code == 200


def test_puzzles_do_not_come_again_soon_and_days_in_a_row_are_counted(
    server: Running, client: httpx.Client, move_on: Move
) -> None:
    ann, seen = server.guest("Ann"), []
    for _ in range(3):
        day_of(client)
        seen.append(puzzle_of_day(server, PUZZLED[0]).key)
        solve(client, puzzle_of_day(server, PUZZLED[0]), ann)
        move_on(1)
    assert len(set(seen)) == 3
    yesterday = day_before(day_of(client)["day"])
    assert "Days in a row: 3, at best 3" in client.get(f"/daily/{yesterday}", headers=ann.cookies).text
    move_on(1)
    assert "Days in a row: 0, at best 3" in client.get(f"/daily/{yesterday}", headers=ann.cookies).text
    assert f'href="/daily/{yesterday}"' in client.get("/daily").text


def test_what_was_played_goes_with_the_recovery_link(server: Running, client: httpx.Client) -> None:
    ann = server.guest("Ann")
    shot = sit(client, DEALT[0], ann)
    solve(client, puzzle_of_day(server, PUZZLED[0]), ann)
    rating = re.findall(r"Your rating: \d+", client.get("/puzzles", headers=ann.cookies).text)
    link = new_recovery(client, ann)
    with server.client() as other:
        assert "Your try" not in other.get("/daily").text
        assert other.post(link).status_code == 303
        page = other.get("/daily").text
        assert "Your try: being played" in page and "Your try: solved" in page and "Days in a row: 1, at best 1" in page
        assert rating and re.findall(r"Your rating: \d+", other.get("/puzzles").text) == rating
        assert other.get(f"/m/{shot['id']}").status_code == 200
        assert other.post(f"/daily/{day_of(client)['day']}/{DEALT[0]}").headers["location"] == f"/m/{shot['id']}"


@pytest.mark.slow
def test_two_servers_agree_on_the_day_and_on_the_one_try() -> None:
    with two_servers(new_database()) as (here, there), here.client() as client, there.client() as client_there:
        ann = here.guest("Ann")
        both = (client, client_there)
        with ThreadPoolExecutor(8) as crowd:
            days = list(crowd.map(lambda one: day_of(one)["games"], both * 4))
            assert all(day == days[0] for day in days)
            assert secret_of(here) == secret_of(there)
            for game in DEALT:
                sat = list(crowd.map(lambda one, game=game: sit(one, game, ann)["id"], both * 4))
                assert len(set(sat)) == 1, "one try, wherever it is begun"
            puzzle = puzzle_of_day(here, PUZZLED[0])
            list(crowd.map(lambda one: solve(one, puzzle, ann), both * 2))
        assert [place["name"] for place in told(client_there, PUZZLED[0], ann)["places"]] == ["Ann"]
