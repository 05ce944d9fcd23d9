"""What the page of a review says and shows of the turn before the reader, and of the whole match."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from ponticello.analysis.curve import curve_svg
from ponticello.analysis.model import Review, Step
from ponticello.analysis.possible import Hindsight
from ponticello.analysis.possible_curve import possible_svg
from ponticello.analysis.summary import balance_words, verdict_words
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.server.matches import permissions
from ponticello.server.matches.snapshot import people_at
from ponticello.server.matches.table import Table
from ponticello.server.pages.render import picture
from ponticello.server.reviews.content import Findings, can_look_back
from ponticello.table.match import ONLOOKER, Match
from ponticello.table.position import Move


@dataclass(frozen=True)
class NamedTurn:
    """A turn that has earned a name."""

    number: int
    name: str
    words: str


@dataclass(frozen=True)
class ReviewShown:
    """What a review says after some turns; as long as nothing is worked out, nothing."""

    step: Step | None = None  # the last turn
    verdict: str = ""  # what it is called, in a sentence
    better: tuple[Move, ...] = ()  # what could have been played instead
    better_words: str = ""
    balances: tuple[tuple[str, str], ...] = ()  # for each player, how the result came about
    named: tuple[NamedTurn, ...] = ()
    curves: tuple[Markup, ...] = ()  # of what was expected and, where that is known, of what was still possible
    possible: tuple[str, ...] = ()  # what was still possible now, for everybody of whom that is known
    hindsight: tuple[str, ...] = ()  # what was possible from the start
    no_hindsight: str = ""  # why that is not known


def review_shown(table: Table, found: Findings | None, number: int, theme: str) -> ReviewShown:
    """Returns what is shown of a review after so many turns of a match."""
    match = permissions.review(table)
    if found is None or found.review is None:
        return ReviewShown(no_hindsight=why_no_hindsight(table))
    review = found.review
    step = review.steps[number - 1] if number else None
    better = better_turn(match, step)
    with called(people_at(table, ONLOOKER, [])):
        return ReviewShown(
            step=step,
            verdict=verdict_words(review, step) if step is not None else "",
            better=better,
            better_words=match.position_after(step.at).tell(better) if step is not None and better else "",
            balances=tuple((seat.name, balance_words(review, k)) for k, seat in enumerate(table.seats)),
            named=named_turns(review, table),
            curves=curves(review, found, number, theme),
            possible=tuple(still_possible(match, one, number) for one in found.hindsight.values()),
            hindsight=tuple(was_possible(table, one) for one in found.hindsight.values()),
            no_hindsight=why_no_hindsight(table),
        )


def curves(review: Review, found: Findings, number: int, theme: str) -> tuple[Markup, ...]:
    """Returns the curve of the game, and below it that of what was still possible, as far as it is known."""
    drawn = [curve_svg(review, at=number, theme=theme, clickable=True)]
    if found.hindsight:
        steps, looked_back = [step.seat for step in review.steps], list(found.hindsight.values())
        drawn.append(possible_svg(steps, looked_back, at=number, theme=theme, clickable=True))
    return tuple(picture(svg) for svg in drawn)


def better_turn(match: Match, step: Step | None) -> tuple[Move, ...]:
    """Returns the turn that would have been better than the one that was played, if one is known."""
    if step is None or not step.better:
        return ()
    position = match.position_after(step.at)
    moves = []
    for action in step.better:
        moves.append(position.move(action, step.seat))
        position = position.play(moves[-1])
    return tuple(moves)


def named_turns(review: Review, table: Table) -> tuple[NamedTurn, ...]:
    """Returns the turns that have a name, in the order in which they were played."""
    told = [
        NamedTurn(number, table.seats[step.seat].name, verdict_words(review, step))
        for number, step in enumerate(review.steps, start=1)
        if step.verdict
    ]
    return tuple(told)


def why_no_hindsight(table: Table) -> str:
    """Returns why it is not known what was possible, where the game could tell."""
    if table.game.rulebook.optima is None or can_look_back(table.game.name):
        return ""
    return say("What was still possible with all cards known is not worked out here: who runs this table has no OR-Tools.")


def was_possible(table: Table, hindsight: Hindsight) -> str:
    """Returns what a player could have reached with all that was to come known, and what became of it."""
    worth, best = table.game.rulebook.worth, hindsight.best
    name = table.seats[hindsight.seat].name
    if best.proven:
        return say("{name}: {best} possible, {score} reached.", name=name, best=worth(best.best), score=worth(hindsight.score))
    bound = worth(best.bound)
    return say(
        "{name}: {best} possible at least, {bound} at most, {score} reached.",
        name=name,
        best=worth(best.best),
        bound=bound,
        score=worth(hindsight.score),
    )


def still_possible(match: Match, hindsight: Hindsight, number: int) -> str:
    """Returns what a player could still reach after so many turns of the match, and what their last turn gave away for good."""
    turns, worth = match.turns()[:number], match.game.rulebook.worth
    played = sum(turn.seat == hindsight.seat for turn in turns)
    possible, name = hindsight.possible[played], match.names[hindsight.seat]
    if possible.proven:
        sentence = say("{name} could still reach {best}.", name=name, best=worth(possible.best))
    else:
        sentence = say("{name} could still reach {best}, perhaps more.", name=name, best=worth(possible.best))
    if not turns or turns[-1].seat != hindsight.seat or not (lost := hindsight.lost(played)):
        return sentence
    return f"{sentence} {say('This turn gave {points} away for good.', points=worth(lost))}"
