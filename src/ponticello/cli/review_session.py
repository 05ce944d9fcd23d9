"""A review in the terminal: worked out under a bar, kept in files, and shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ponticello.cli.command import STOPPED
from ponticello.cli.console import new_console, print_text
from ponticello.cli.files import write_file
from ponticello.cli.progress import bar
from ponticello.cli.recorded_game import open_record
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.people import player_name
from ponticello.engine.words import count, say
from ponticello.table.match import Match

if TYPE_CHECKING:
    from rich.console import Console

    from ponticello.analysis import Hindsight, Review

MOST_TOLD = 12  # turns; the rest stand in the files
WIDEST = 76  # columns of the curve
HINDSIGHT_SECONDS = 60.0  # for each player, unless told otherwise


def review_file(
    file: Path,
    game: int | None,
    *,
    seconds: float | None,
    simulations: int | None,
    seed: int,
    svg: Path | None,
    html: Path | None,
    json: Path | None,
    resume: bool,
    with_hindsight: bool,
) -> int | None:
    """Reviews the game in a file, and shows and writes what was asked for."""
    if resume and json is None:
        raise BadOption(say("--resume needs the review to go on with: add --json FILE"))
    match = open_record(file, game)
    if not match.over:
        raise BadOption(say("{file} is not finished; only a finished game can be reviewed", file=file))
    if with_hindsight:
        check_hindsight(match)
    start = read_review(json) if resume and json is not None else None
    review, whole = work(match, seconds, simulations, seed, start, json)
    if review is None:
        return STOPPED
    with match.called():
        if svg is not None:
            from ponticello.analysis.curve import curve_svg

            write_file(svg, curve_svg(review))
        if html is not None:
            from ponticello.analysis.report import report_page

            write_file(html, report_page(match, review))
        show(new_console(), match, review)
        if with_hindsight and whole:
            show_hindsight(new_console(), match, HINDSIGHT_SECONDS if seconds is None else seconds)
    return None if whole else STOPPED


def read_review(path: Path) -> Review:
    """Reads a review that was written with --json."""
    from ponticello.analysis import Review

    try:
        return Review.from_json(path.read_bytes())
    except OSError as error:
        raise PonticelloError(say("{file} cannot be read: {reason}", file=path, reason=error.strerror)) from None
    except PonticelloError as error:
        raise PonticelloError(say("{where}: {what}", where=path, what=error)) from None


def work(
    match: Match, seconds: float | None, simulations: int | None, seed: int, start: Review | None, kept: Path | None
) -> tuple[Review | None, bool]:
    """Reviews a match while a bar shows how far it is; returns what there is when it is done or stopped, and which of them.

    What there is so far is kept in a file all the time, so that nothing can be lost.
    """
    from ponticello.analysis import reviewing
    from ponticello.analysis.reviewing import SECONDS

    began, latest = time.monotonic(), None
    until = None if simulations is not None else seconds or SECONDS  # either the time or the last pass is what takes long
    with bar(say("Reviewing"), len(match.turns()) if until is None else round(until)) as tell:
        try:
            for latest in reviewing(match, seconds, simulations=simulations, seed=seed, start=start):
                is_last = until is None and latest.target == simulations
                tell(round(time.monotonic() - began) if until else round(latest.progress * len(latest.steps)) * is_last)
                if kept is not None:
                    keep(kept, latest)
        except KeyboardInterrupt:
            return latest, False
    return latest, True


def keep(path: Path, review: Review) -> None:
    """Writes a review into a file, which is whole at any moment."""
    begun = path.with_name(f"{path.name}.part")
    write_file(begun, review.to_json())
    begun.replace(path)


def show(console: Console, match: Match, review: Review) -> None:
    """Prints the curve, how the results came about, and the turns worth a word."""
    from ponticello.analysis.curve import SIGNS, curve_text
    from ponticello.analysis.report import depth_words
    from ponticello.analysis.summary import balance_words, better_words, turn_words, verdict_words

    print_text(console, f"{match.game.title}: {match.status}", "bold")
    print_text(console, depth_words(review))
    console.print()
    for line in curve_text(review, min(WIDEST, console.width - 1)).splitlines():
        console.print(line, no_wrap=True, crop=False)
    for seat in range(review.players):
        told = balance_words(review, seat)
        print_text(console, told if review.players == 1 else say("{name}: {points}", name=player_name(seat), points=told))
    console.print()
    named = review.named()
    if not named:
        print_text(console, say("No turn stands out."))
    for step in named[:MOST_TOLD]:
        number = review.steps.index(step) + 1
        head = say("Turn {number}, {name}: {turn}", number=number, name=player_name(step.seat), turn=turn_words(step))
        print_text(console, f"{head} {SIGNS[step.verdict]}", "bold")
        words = [verdict_words(review, step), better_words(step)]
        print_text(console, "  " + "; ".join(filter(None, words)))


def check_hindsight(match: Match) -> None:
    """Refuses a game without hindsight, and a missing solver, before anything else is done."""
    from ponticello.analysis import follow_hindsight

    follow_hindsight(match)


def show_hindsight(console: Console, match: Match, seconds: float) -> None:
    """Prints for everybody what was possible with all cards known, and the turns that gave points away for good."""
    from ponticello.analysis import hindsight

    for seat in range(match.players):
        turns = [turn for turn in match.turns() if turn.seat == seat]
        with bar(say("Hindsight"), len(turns) + 1) as tell:
            found = hindsight(match, seat, seconds=seconds, progress=_telling(tell))
        console.print()
        said = hindsight_words(match, found)
        print_text(console, said if match.players == 1 else say("{name}: {points}", name=player_name(seat), points=said), "bold")
        for number, turn in enumerate(turns, start=1):
            if lost := found.lost(number):
                print_text(console, "  " + say("{turn} gave away {points} for good", turn=turn, points=count(lost, "point")))


def hindsight_words(match: Match, found: Hindsight) -> str:
    """Says what was possible with all cards known, and whether that is proven."""
    best, bound = (match.game.rulebook.worth(points) for points in (found.best.best, found.best.bound))
    if found.best.proven:
        return say("With all cards known {points} could be reached at best.", points=best)
    return say("With all cards known {points} could be reached, and perhaps {bound}.", points=best, bound=bound)


def _telling(tell: Callable[[int], None]) -> Callable[[Hindsight], None]:
    return lambda found: tell(sum(possible.proven for possible in found.possible))
