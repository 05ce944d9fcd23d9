"""A review in words: how the result came about, and what is to be said of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from ponticello.analysis.model import FIND, VICTORY, Review, Step
from ponticello.engine.people import about
from ponticello.engine.words import count, listed, mark, say
from ponticello.games import rulebook

Clause = tuple[str, str]  # of a player, and to who reads

# What luck, one's own turns and those of the others did: less than nothing, nothing, or more.
LUCK: dict[int, Clause] = {
    -1: (mark("luck took {amount} from {name}"), mark("luck took {amount} from you")),
    0: (mark("luck gave {name} no more than usual"), mark("luck gave you no more than usual")),
    1: (mark("luck gave {name} {amount} more than usual"), mark("luck gave you {amount} more than usual")),
}
OWN: dict[int, Clause] = {
    -1: (mark("the play of {name} gave away {amount}"), mark("your play gave away {amount}")),
    0: (mark("the play of {name} gave nothing away"), mark("your play gave nothing away")),
    1: (mark("the play of {name} gained {amount}"), mark("your play gained {amount}")),
}
OTHERS: dict[int, Clause] = {
    -1: (mark("the play of the others took {amount}"), mark("the play of the others took {amount}")),
    0: (mark("the play of the others changed nothing"), mark("the play of the others changed nothing")),
    1: (mark("the play of the others gave {amount}"), mark("the play of the others gave {amount}")),
}
OPPONENT: dict[int, Clause] = {
    -1: (mark("the play of the opponent took {amount}"), mark("the play of your opponent took {amount}")),
    0: (mark("the play of the opponent changed nothing"), mark("the play of your opponent changed nothing")),
    1: (mark("the play of the opponent gave {amount}"), mark("the play of your opponent gave {amount}")),
}


def balance_words(review: Review, seat: int) -> str:
    """Returns in one sentence how the result of a seat came about. Its numbers are whole, and still add up."""
    balance = review.balance(seat)
    start, luck, own, others = in_whole([balance.start, balance.luck, balance.own, balance.others], _coin(review))
    clauses = [LUCK[_sign(luck)]] if any(step.is_chance for step in review.steps) else []
    amounts = [luck] * len(clauses) + [own]
    clauses.append(OWN[_sign(own)])
    if review.players > 1:
        clauses.append((OTHERS if review.players > 2 else OPPONENT)[_sign(others)])
        amounts.append(others)
    told = [
        about(seat, *clause, amount=difference_words(review, abs(amount)))
        for clause, amount in zip(clauses, amounts, strict=True)
    ]
    return say(
        "{start} at the beginning; {what}; {result} in the end.",
        start=total_words(review, start),
        what=listed(told),
        result=total_words(review, start + luck + own + others),
    )


def in_whole(amounts: Sequence[int], coin: int) -> list[int]:
    """Returns amounts in whole coins, rounded so that they add up to what the sum is when rounded.

    >>> in_whole([4310, 340, -640], 100)
    [43, 3, -6]
    """
    whole = [amount // coin for amount in amounts]
    missing = round(sum(amounts) / coin) - sum(whole)
    by_rest = sorted(range(len(amounts)), key=lambda k: amounts[k] % coin, reverse=True)
    for k in by_rest[:missing]:
        whole[k] += 1
    return whole


def _coin(review: Review) -> int:
    """Returns what is said as one: a per cent of the victory; alone, a point."""
    return VICTORY // 100 if review.players > 1 else review.unit


def _sign(amount: int) -> int:
    return (amount > 0) - (amount < 0)


def total_words(review: Review, whole: int) -> str:
    """Returns what a seat had or could expect, in words: a share of the victory; alone, its points."""
    return f"{whole}%" if review.players > 1 else rulebook(review.game).worth(abs(whole))


def difference_words(review: Review, whole: int) -> str:
    """Returns a difference in words."""
    return f"{whole}%" if review.players > 1 else count(whole, "point")


def amount_words(review: Review, amount: int) -> str:
    """Returns what was expected as a short number: per cent of the victory; alone, points, with a digit more unless whole.

    >>> from ponticello.analysis.model import Review
    >>> amount_words(Review("ponte", 2, ("Ann", "Bo"), "", 0, (), ()), 60_000)
    '50%'
    """
    if review.players > 1:
        return f"{round(amount / _coin(review))}%"
    return f"{abs(amount) / _coin(review):.{0 if amount % _coin(review) == 0 else 1}f}"


def loss_words(review: Review, amount: int) -> str:
    """Returns what a turn gave up: per cent of the victory, a small share with a digit more; alone, whole points."""
    value = amount / _coin(review)
    if review.players == 1:
        return count(round(value), "point")
    return f"{value:.0f}%" if value >= 10 else f"{value:.1f}%"


def turn_words(step: Step) -> str:
    """Returns a turn in the notation of the game, or how somebody ended the match."""
    return say(step.turn) if step.is_ending else step.turn


def verdict_words(review: Review, step: Step) -> str:
    """Returns what is to be said of a turn: what it is called and what it gave up; nothing where there is nothing to say."""
    if not step.verdict:
        return ""
    if step.verdict == FIND:
        return say("well seen: at first sight another turn looks better")
    return say("{verdict}: gave up {amount}", verdict=say(step.verdict), amount=loss_words(review, step.loss))


def better_words(step: Step) -> str:
    """Returns the better turn, and how the game may have gone on after it."""
    if not step.better_turn:
        return ""
    if len(step.line) < 2:
        return say("better: {turn}", turn=step.better_turn)
    return say("better: {turn}, and then perhaps {line}", turn=step.better_turn, line=" / ".join(step.line[1:]))
