"""`ponticello serve`: the web table, on this machine or for the world."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from ponticello.cli.command import command
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.words import Language, count, say, speaking, spoken

if TYPE_CHECKING:
    from ponticello.server.settings import Settings

PORTS = 50  # that are tried for who only wants to see the page
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # addresses to listen at, and where a browser here finds them
CLEAR = "\x1b[2K"  # a terminal's line
INSTALL = 'pip install "ponticello[server]"'


@command(
    "serve",
    ("ponticello serve --open", "play in the browser"),
    ("ponticello serve --host 0.0.0.0", "for everybody in the house"),
    ("ponticello serve --database postgresql://HOST/NAME --workers 4", "for the world"),
    ("ponticello serve --check --url https://YOUR.SITE", "is everything as it should be?"),
    summary="Open the web table.",
)
def serve_command(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="At which port; 0 takes any.")] = 8000,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Where matches are kept: sqlite:///FILE or postgresql://USER@HOST/NAME. PONTICELLO_DATABASE says it too.",
            show_default="a file of yours",
        ),
    ] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes; several need PostgreSQL.")] = 1,
    memory: Annotated[
        int, typer.Option(metavar="MB", min=1, help="How much memory each process may use to keep matches ready.")
    ] = 128,
    open_per_guest: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many matches that are not over one guest may have made.")
    ] = 50,
    open_per_address: Annotated[
        int, typer.Option(metavar="N", min=1, help="The same for an address in a day; a whole school may share one.")
    ] = 500,
    reviews_per_day: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many reviews of finished matches one guest may ask for in a day.")
    ] = 30,
    imports_per_day: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many records from elsewhere one guest may bring in a day.")
    ] = 30,
    connections: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many may be connected at a time, to each process.")
    ] = 10_000,
    per_address: Annotated[
        int,
        typer.Option(
            "--connections-per-address", metavar="N", min=1, help="How many of them from one address, but for trusted proxies."
        ),
    ] = 250,
    push: Annotated[
        bool, typer.Option("--push/--no-push", help="Whether people can be told of their turn while no page is open.")
    ] = True,
    show: Annotated[bool, typer.Option("--open", help="Show the table in the browser, at the next free port.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Look at the deployment instead, and say what should be changed; see --url.")
    ] = False,
    url: Annotated[
        str,
        typer.Option(metavar="URL", help="With --check: the public address of a running server, which is looked at too."),
    ] = "",
    log_level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="debug, info, warning or error.", show_default="info, in a terminal warning"),
    ] = None,
) -> int:
    """Open the web table: play in the browser, against the house or with people anywhere.

    Every move is on disk before anybody sees it. Ctrl-C stops the server; the matches go on at the next start.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    gc.disable()  # a start makes much and throws nothing away; the server itself switches this on again
    try:
        from ponticello.server.logs import LEVELS
        from ponticello.server.run import listen, run
        from ponticello.server.settings import ConnectionLimits, Settings
    except ModuleNotFoundError as error:
        if str(error.name).startswith("ponticello"):
            raise
        raise PonticelloError(
            say(
                "the web table needs packages that are not here, such as {package}; get them with {command}",
                package=error.name,
                command=INSTALL,
            )
        ) from None
    if log_level is not None and log_level not in LEVELS:
        raise BadOption(say("the log level is one of: {levels}", levels=", ".join(LEVELS)))
    settings = Settings(
        database=database,
        memory=memory,
        open_per_guest=open_per_guest,
        open_per_address=open_per_address,
        reviews_per_day=reviews_per_day,
        imports_per_day=imports_per_day,
        connections=ConnectionLimits(most=connections, most_of_address=per_address),
        push=push,
    )
    if check:
        return look_at(settings, host, url)
    if url:
        raise BadOption(say("--url is what --check looks at; say both"))
    with listen(host, port, tries=PORTS if show else 1) as listening:
        number = listening.getsockname()[1]
        threading.Thread(target=announce, args=(EVERYWHERE.get(host, host), number, show, spoken()), daemon=True).start()
        run(settings, listening, workers=workers, log_level=log_level)
    print(say("The table is closed; every match goes on at the next start."))
    return 0


def look_at(settings: Settings, host: str, url: str) -> int:
    """Looks at a deployment, and says what is right and what to do; returns whether there is anything to do."""
    from ponticello.server.check import checks, found

    to_do = 0
    for check in checks(settings, host, url):
        watched = sys.stdout.isatty()
        if watched:
            print(f"...  {say(check.title)}", end="\r", flush=True)
        findings = found(check)
        to_do += len(findings)
        if not findings:
            print(f"ok   {say(check.title)}", flush=True)
        for k, finding in enumerate(findings):
            print(f"{CLEAR if watched and k == 0 else ''}!    {finding}", flush=True)
        if findings and check.is_needed:
            break
    if not url:
        print(say("With --url https://YOUR.SITE a running server is looked at from outside, too."))
    print(count(to_do, "finding") if to_do else say("Nothing needs to be changed."))
    return 1 if to_do else 0


def announce(host: str, port: int, show: bool, language: Language | None = None) -> None:
    """Says where the table is as soon as it answers, and shows it."""
    import http.client

    caller = http.client.HTTPConnection(host, port, timeout=60)
    try:
        caller.request("GET", "/healthz")  # waits in the queue of the address until the server is ready
        caller.getresponse().read()
    except (OSError, http.client.HTTPException):
        return
    finally:
        caller.close()
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    with speaking(language):
        print(say("Ponticello is at {address}  (Ctrl-C stops it)", address=address), flush=True)
    if show:
        import webbrowser

        webbrowser.open(address)
