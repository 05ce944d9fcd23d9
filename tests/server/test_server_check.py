"""`ponticello serve --check` finds what is wrong with a deployment, and nothing where nothing is."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ponticello.cli import run_command
from ponticello.server import Settings, check
from ponticello.server.storage.database import Storage
from tests.server.crowd import IMPATIENT, PATIENCE, Process
from tests.server.postgres import drop_database, new_database

pytestmark = pytest.mark.slow

CERTIFICATE = Path(__file__).parent / "localhost.pem"  # with its key: nobody trusts it but these tests


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(f"sqlite:///{tmp_path_factory.mktemp('check')}/new/table.db", program=IMPATIENT) as process:
        yield process


def looked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    """Returns the exit code of a check, what it found right, and what it would change."""
    code = run_command(["serve", "--check", *arguments])
    said = capsys.readouterr()
    assert said.err == ""
    lines = said.out.splitlines()
    return code, [line[5:] for line in lines if line.startswith("ok ")], [line[5:] for line in lines if line.startswith("! ")]


@contextlib.contextmanager
def encrypted(port: int) -> Iterator[int]:
    """Gives the port of a proxy that speaks TLS, and says nothing about who asks."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back_reader, back_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reader, back_writer), pass_on(back_reader, writer))

    loop, ready, ports = asyncio.new_event_loop(), threading.Event(), list[int]()

    async def run() -> None:
        proxy = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
        ports.append(proxy.sockets[0].getsockname()[1])
        ready.set()
        with contextlib.suppress(asyncio.CancelledError):
            await proxy.serve_forever()

    task = loop.create_task(run())
    thread = threading.Thread(target=lambda: loop.run_until_complete(task))
    thread.start()
    assert ready.wait(PATIENCE)
    yield ports[0]
    loop.call_soon_threadsafe(task.cancel)
    thread.join()
    for left in asyncio.all_tasks(loop):
        left.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            loop.run_until_complete(left)
    loop.close()


@pytest.fixture
def sound(tmp_path: Path) -> tuple[str, ...]:
    """The options of a deployment on this machine with which nothing is wrong."""
    database = f"sqlite:///{tmp_path}/table.db"

    async def make() -> None:
        storage = Storage(Settings(database=database))
        await storage.open()
        await storage.close()

    asyncio.run(make())
    return ("--database", database, "--connections", "100")


def test_nothing_is_found_where_nothing_is_wrong(sound: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, right, wrong = looked(capsys, *sound)
    assert (code, wrong) == (0, []) and len(right) == 5


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none" / "table.db"
    code, _, (line,) = looked(capsys, "--database", f"sqlite:///{file}", "--connections", "100")
    assert code == 1 and line.startswith(f"there is no {file}")
    assert not file.parent.exists()


def test_what_is_wrong_on_this_machine_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(check.PROXIES, raising=False)
    file = tmp_path / "table.db"
    file.write_bytes(b"")
    file.chmod(0o644)
    tmp_path.chmod(0o755)
    code, _, wrong = looked(capsys, "--database", f"sqlite:///{file}", "--host", "0.0.0.0", "--connections", "100000000")
    assert code == 1
    for words, line in zip(
        (f"chmod 600 {file}", f"chmod 700 {tmp_path}", "of another version", "LimitNOFILE=100000200", "--host 0.0.0.0"),
        wrong,
        strict=True,
    ):
        assert words in line
    file.write_bytes(b"this is no database" * 1000)
    _, _, wrong = looked(capsys, "--database", f"sqlite:///{file}")
    assert any("the database cannot be opened" in line for line in wrong)


def test_a_database_that_is_gone_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    database = new_database()
    drop_database(database)
    code, _, (line, *_) = looked(capsys, "--database", database, "--connections", "100")
    assert code == 1 and line.startswith("the database cannot be opened")


def test_a_server_without_a_proxy_is_told_what_it_lacks(
    server: Process, sound: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, right, wrong = looked(capsys, *sound, "--url", server.url)
    assert code == 1
    assert len(wrong) == 2 and "is not encrypted" in wrong[0] and "/metrics" in wrong[1]
    assert len(right) == 11, "its own limits hold, its socket answers, and its headers are there"


def test_a_proxy_that_says_nothing_is_found(
    server: Process, sound: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with encrypted(server.port) as port:
        code, _, (untrusted,) = looked(capsys, *sound, "--url", f"https://localhost:{port}")
        assert code == 1 and "CERTIFICATE_VERIFY_FAILED" in untrusted
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        monkeypatch.setattr(check, "SOON", 1e12)
        _, right, wrong = looked(capsys, *sound, "--url", f"https://127.0.0.1:{port}")
    found = " / ".join(wrong)
    for words in ("the certificate ends in", "X-Forwarded-Proto", "/metrics", "strict-transport-security"):
        assert words in found
    assert len(wrong) == 4 and "the live socket gets through" in right


def test_where_nothing_answers_one_line_says_so(sound: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    code, _, (line,) = looked(capsys, *sound, "--url", f"http://127.0.0.1:{port}")
    assert code == 1 and line.startswith("it cannot be reached")
    assert run_command(["serve", "--url", "https://example.org"]) == 2
    assert "--check" in capsys.readouterr().err
    assert run_command(["serve", "--check", "--url", "ftp://example.org"]) == 2
    assert "ftp://example.org is no address" in capsys.readouterr().err
