"""Sharing: pictures and previews show what everybody may see, are drawn elsewhere and within limits; and only an embedded match
may be framed by other sites."""

from __future__ import annotations

import asyncio
import io
import random
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from PIL import Image

from ponticello.engine import raster
from ponticello.server.access.guard import FRAMED, HEADERS
from ponticello.server.errors import NotNow, TooMany
from ponticello.server.pages import picture_maker
from ponticello.server.pages.picture_maker import PictureMaker
from ponticello.server.pages.pictures import FILMS, PICTURES
from ponticello.table import picture_worker
from tests.server.served import PATIENCE, TWO, Guest, Running, random_turn, running, settings

PICTURES_OF = ("board.svg", "board.png", "preview.png", "game.gif")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def played(server: Running, client: httpx.Client, game: str, turns: int) -> tuple[str, list[Guest]]:
    """Returns a match of two people after some turns of the first of them, or of both in turns."""
    people = [server.guest("Ann & <Bo>"), server.guest("Cy")]
    id = client.post("/api/matches", json={"game": game, "seats": TWO}, headers=people[0].bearer).json()["id"]
    client.post(f"/api/matches/{id}/join", headers=people[1].bearer).raise_for_status()
    for number in range(turns):
        take_turn(client, id, people[number % 2])
    return id, people


def take_turn(client: httpx.Client, id: str, guest: Guest) -> None:
    shot = client.get(f"/api/matches/{id}", headers=guest.bearer).json()
    move = random_turn(client, id, guest.bearer, random.Random(1))
    client.post(f"/api/matches/{id}/moves", json={"move": move, "ply": shot["ply"]}, headers=guest.bearer).raise_for_status()


def opened(answer: httpx.Response) -> Image.Image:
    """Returns a picture that was answered."""
    return Image.open(io.BytesIO(answer.raise_for_status().content))


def test_a_match_is_drawn_as_png_svg_and_gif(server: Running, client: httpx.Client) -> None:
    id, (ann, _) = played(server, client, "ponte", 3)
    here = f"/m/{id}"
    board = opened(client.get(f"{here}/board.png"))
    assert (board.format, board.width) == ("PNG", 1200)
    assert board.convert("RGB").getpixel((2, board.height // 2)) == (247, 242, 231), "paper by day"
    assert opened(client.get(f"{here}/board.png?theme=dark")).convert("L").getpixel((2, 600)) < 60
    card = opened(client.get(f"{here}/preview.png"))
    assert card.size == (1200, 630)
    svg = client.get(f"{here}/board.svg?move=1")
    assert svg.headers["content-type"].startswith("image/svg+xml") and svg.text.startswith("<svg ")
    assert svg.headers["content-disposition"] == f'attachment; filename="ponte-{id}-1.svg"'
    film = opened(client.get(f"{here}/game.gif"))
    assert (film.format, film.n_frames, film.width) == ("GIF", 4, 480)  # type: ignore[attr-defined]
    client.post(f"/api/matches/{id}/resign", headers=ann.bearer).raise_for_status()
    assert client.get(f"{here}/board.png?language=en").headers["cache-control"] == "public, max-age=86400"
    assert client.get(f"{here}/board.png").headers["cache-control"] == "private, no-cache"
    waiting = client.post("/api/matches", json={"game": "ponte", "seats": TWO}, headers=ann.bearer).json()["id"]
    assert opened(client.get(f"/m/{waiting}/preview.png")).size == (1200, 630)
    assert client.get(f"/m/{waiting}/game.gif").status_code == 400
    assert client.get("/m/nothing/board.png").status_code == 404


@pytest.mark.parametrize("game", ["hashi", "connections"])
def test_what_a_round_hides_is_in_no_picture_even_of_who_may_know_it(server: Running, client: httpx.Client, game: str) -> None:
    id, (ann, _) = played(server, client, game, 0)
    paths = [*(f"/m/{id}/{name}?language=en" for name in PICTURES_OF), f"/embed/{id}"]
    before = [client.get(path).raise_for_status().content for path in paths]
    preview = re.findall("<meta property.*", client.get(f"/m/{id}").text)
    take_turn(client, id, ann)
    for headers in (ann.cookies, {}):
        assert [client.get(path, headers=headers).content for path in paths] == before
        assert re.findall("<meta property.*", client.get(f"/m/{id}", headers=headers).text) == preview


def test_a_link_says_elsewhere_who_plays_what(server: Running, client: httpx.Client) -> None:
    id, (ann, _) = played(server, client, "ponte", 1)
    for path in (f"/m/{id}", f"/m/{id}/replay?move=1"):
        tags = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="(.*?)">', client.get(path).text))
        assert unescape(tags["og:title"]) == "Ponte del Diavolo: Ann & <Bo> against Cy"
        assert tags["og:description"] == "The match is being played. Look in!"
        assert tags["twitter:card"] == "summary_large_image"
        assert unescape(tags["og:image"]) == f"{server.url}/m/{id}/preview.png?move=1&language=en"
        assert opened(client.get(unescape(tags["og:image"]))).size == (1200, 630)
    assert "Ann &amp; &lt;Bo&gt; contre Cy" in client.get(f"/m/{id}", headers={"Accept-Language": "fr"}).text
    client.post(f"/api/matches/{id}/resign", headers=ann.bearer).raise_for_status()
    assert "Cy wins: Ann" in client.get(f"/m/{id}").text.partition("og:description")[2][:100]


def test_only_an_embedded_match_may_be_framed(server: Running, client: httpx.Client) -> None:
    id, (ann, _) = played(server, client, "ponte", 2)
    page = client.get(f"/embed/{id}?move=1", headers=ann.cookies)
    for name, value in {**HEADERS, **FRAMED}.items():
        assert page.headers[name] == value
    assert "frame-ancestors *" in page.headers["content-security-policy"]
    assert "x-frame-options" not in page.headers and "set-cookie" not in page.headers
    assert re.findall(r'<script[^>]*src="/static/\w+/(\w+\.js)"', page.text) == ["replay.js"]
    assert "<form" in page.text and 'method="post"' not in page.text
    assert page.text == client.get(f"/embed/{id}?move=1").text, "who looks makes no difference"
    for link in re.findall(r'<a [^>]*href="(?!\?)[^>]*>', page.text):
        assert 'target="_blank"' in link
    for path in ("/", f"/m/{id}", f"/m/{id}/replay", f"/m/{id}/board.svg", "/embed/nothing", f"/embed/{id}?move=-1", "/me"):
        answer = client.get(path)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
        assert answer.headers["cross-origin-resource-policy"] == "same-origin", path
    replay = client.get(f"/m/{id}/replay?move=1").text
    code = unescape(unescape(replay.partition('id="embedding"')[2].partition('value="')[2].partition('">')[0]))
    assert code.startswith(f'<iframe src="{server.url}/embed/{id}?move=1" title="Ponte del Diavolo: Ann & <Bo> against Cy"')


def test_who_wants_too_many_pictures_waits_but_those_that_are_kept_cost_nothing(tmp_path: Path) -> None:
    with running(settings(tmp_path, limits=True)) as server, server.client() as client:
        id, _ = played(server, client, "hashi", 0)
        client.get(f"/m/{id}/board.png?language=en").raise_for_status()
        for pace in (PICTURES, FILMS):
            for _ in range(pace.burst):
                server.server.buckets.take(pace, "127.0.0.1", time.monotonic())
        assert client.get(f"/m/{id}/board.png?language=en").status_code == 200
        for path in ("board.png?language=fr", "preview.png", "game.gif"):
            assert client.get(f"/m/{id}/{path}").status_code == 429, path


def test_without_a_renderer_links_go_without_a_picture_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(raster, "obstacle", lambda: raster.MISSING)
    with caplog.at_level("INFO", "ponticello.server"), running(settings(tmp_path)) as server, server.client() as client:
        id, _ = played(server, client, "ponte", 1)
        page = client.get(f"/m/{id}/replay").text
        assert "og:title" in page and "og:image" not in page
        assert "board.svg" in page and "board.png" not in page and "game.gif" not in page
        answer = client.get(f"/m/{id}/board.png", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["error"]) == (400, raster.MISSING)
        assert client.get(f"/m/{id}/board.svg").status_code == 200
    assert [line.message for line in caplog.records if "go without pictures" in line.message] == [
        f"links and replays go without pictures: {raster.MISSING}"
    ]


def test_many_who_ask_for_the_same_get_one_drawing_and_a_process_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    admitted = []

    async def ask() -> None:
        maker = PictureMaker()
        await maker.start()
        square = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2" width="2" height="2"><rect width="2" height="2"/></svg>'
        )

        def draw(key: str) -> asyncio.Task[bytes]:
            drawing = maker.picture(key, lambda: picture_worker.still(square, 8), lambda: admitted.append(key))
            return asyncio.create_task(drawing)  # type: ignore[arg-type]

        same = await asyncio.gather(*(draw("a") for _ in range(5)))
        assert len(set(same)) == 1 and admitted == ["a"]
        assert await draw("a") and admitted == ["a"], "it is kept"
        process = maker._worker._process
        assert process is not None
        process.kill()
        await process.wait()
        assert await draw("b") == same[0]
        monkeypatch.setattr(picture_maker, "MOST_WAITING", 1)
        drawn = await asyncio.gather(draw("c"), draw("d"), return_exceptions=True)
        assert [type(one) for one in drawn] == [bytes, TooMany]
        await maker.stop()
        assert maker._worker._process is None

    asyncio.run(ask())


def test_what_cannot_be_drawn_is_one_sentence(server: Running, client: httpx.Client) -> None:
    async def ask() -> str:
        with pytest.raises(NotNow) as refused:
            await server.server.pictures.picture("bad", lambda: picture_worker.still("no picture", 8), lambda: None)
        return str(refused.value)

    assert server.call(ask()) == "the picture could not be drawn; please try again"


@pytest.mark.slow
def test_others_are_answered_while_a_picture_is_drawn_and_one_that_is_never_done_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_maker, "PROGRAM", ("-c", "import sys; sys.stdin.readline(); sys.stdin.readline()"))
    with running(settings(tmp_path)) as server, server.client() as client:
        id, _ = played(server, client, "ponte", 0)
        pictures = server.server.pictures
        drawing = server.spawn(_fetched(server, f"/m/{id}/game.gif"))
        while pictures._worker._process is None:
            client.get("/healthz").raise_for_status()
        assert not drawing.done()
        client.get(f"/m/{id}").raise_for_status()
        server.call(_ended(pictures))
        assert "could not be drawn" in drawing.result(PATIENCE)


async def _fetched(server: Running, path: str) -> str:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as other:
        return (await other.get(path)).text


async def _ended(pictures: PictureMaker) -> None:
    process = pictures._worker._process
    assert process is not None
    process.kill()
