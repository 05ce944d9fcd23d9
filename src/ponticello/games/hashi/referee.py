"""What Hashi's referee says: how the position stands, why a move is refused, and where the points come from."""

from __future__ import annotations

from ponticello.engine.people import about, ended, player_names
from ponticello.engine.words import listed
from ponticello.games.hashi import rules
from ponticello.games.hashi.awards import FIRST, ISLAND_POINTS, points
from ponticello.games.hashi.board import FLAG_NAMES, ISLANDS
from ponticello.games.hashi.notation import card_name, island_name, line_name
from ponticello.games.hashi.position import BRIDGE, CARD, DRAWING, NONE, OVER, START, START_3, TURN_UP, Hashi, first_island
from ponticello.games.hashi.rules import ROUNDS, card_bridges, card_number, still_to_draw
from ponticello.games.hashi.words import count, mark, say

# What a solo player is, by the least points for it.
TITLES = (
    (0, mark("Minion")),
    (41, mark("Dogsbody")),
    (43, mark("Bamboo binder")),
    (45, mark("Screw tightener")),
    (47, mark("Concrete pourer")),
    (49, mark("Project manager")),
    (51, mark("Master bridge builder")),
    (52, mark("Professional planner")),
    (54, mark("Statics expert")),
    (56, mark("Ace architect")),
    (58, mark("Construction genius")),
    (60, mark("Island god")),
)

AWARD_NAMES = (mark("all four red flags"), mark("all three blue flags"), mark("six finished islands connected"))
IN_TIME, LATE = mark("in time"), mark("late")
FIRST_THERE, LATER_THERE = mark("the first to get there"), mark("after somebody else")

# The names of the rules that refuse, for programs to test for.
REFUSALS = {
    rules.NOT_NOW: "NOT_NOW",
    rules.ISLAND_FLAGGED: "ISLAND_FLAGGED",
    rules.HAS_NUMBER: "HAS_NUMBER",
    rules.BARE_FLAG: "BARE_FLAG",
    rules.TOO_SMALL: "TOO_SMALL",
    rules.NO_LINE: "NO_LINE",
    rules.LINE_FULL: "LINE_FULL",
    rules.CROSSING: "CROSSING",
    rules.END_FINISHED: "END_FINISHED",
    rules.END_FULL: "END_FULL",
    rules.NO_NUMBER: "NO_NUMBER",
    rules.TOO_FEW_LEFT: "TOO_FEW_LEFT",
    rules.MUST_DRAW: "MUST_DRAW",
    rules.CARD_GONE: "CARD_GONE",
}


def title(total: int) -> str:
    """Returns the title that a solo player's points deserve, in English; give it to `say`.

    >>> title(50), title(51)
    ('Project manager', 'Master bridge builder')
    """
    return [name for least, name in TITLES if least <= total][-1]


def finished_islands(state: Hashi, seat: int) -> list[int]:
    """Returns the islands a seat has finished."""
    return [island for island in range(ISLANDS) if state.finished[seat] >> island & 1]


def status(state: Hashi) -> str:
    """Says what is to be done, or how the game ended."""
    if ended():
        return ended()
    if state.phase == OVER:
        return _ending(state)
    if state.phase == CARD:
        return say("Card {card} of {cards} is to be turned up", card=state.rounds + 1, cards=ROUNDS)
    if state.phase == START:
        task = say("Set-up: write a 3 or a 4") if state.seats == 1 else say("Set-up: a 3 or a 4 for the left neighbour")
    else:
        task = say(
            "Round {round} of {rounds}, a {number} and {bridges}",
            round=state.rounds,
            rounds=ROUNDS,
            number=card_number(state),
            bridges=count(card_bridges(state), "bridge"),
        )
    waiting = [seat for seat in range(state.seats) if state.to_act >> seat & 1]
    if not waiting or state.seats == 1:
        return task
    return say("{task}, still to be played by {players}", task=task, players=player_names(waiting))


def _ending(state: Hashi) -> str:
    scores = [points(state, seat) for seat in range(state.seats)]
    best = count(max(scores), "point")
    if state.seats == 1:
        return say("The game is over with {points}: {title}", points=best, title=say(title(scores[0])))
    winners = [seat for seat in range(state.seats) if scores[seat] == max(scores)]
    if len(winners) > 1:
        shared = player_names(winners)
        return say("The game is over, the win is shared by {winners} with {points}", winners=shared, points=best)
    sentences = mark("The game is over, {name} wins with {points}"), mark("The game is over, you win with {points}")
    return about(winners[0], *sentences, points=best)


# Why not


def why(state: Hashi, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        return _why_not_now(state, seat)
    if reason == rules.CARD_GONE:
        return say("the card {card} has been turned up already", card=card_name(action - TURN_UP))
    if reason == rules.MUST_DRAW:
        missing = count(still_to_draw(state, seat), "bridge")
        return say("the card's bridges are drawn all or not at all: {bridges} must follow", bridges=missing)
    if reason == rules.NO_LINE:
        return say("this board has only {lines} dotted lines", lines=state.lines)
    if action >= START_3:
        island = first_island(action)
        return say(
            "{island} has {flag}; the first number goes on an island without one",
            island=island_name(state, island),
            flag=say(FLAG_NAMES[state.flag[island]]),
        )
    return (
        _why_no_bridge(state, seat, action - BRIDGE, reason) if action >= BRIDGE else _why_no_number(state, seat, action, reason)
    )


def _why_not_now(state: Hashi, seat: int) -> str:
    if state.phase == OVER:
        return say("the game is over")
    if state.phase == CARD:
        return say("first the next card is turned up")
    if seat >= state.seats:
        return say("the players are to act now")
    if not state.to_act >> seat & 1:
        return about(
            seat, mark("{name} has finished and waits for the others"), mark("you have finished; the others have not yet")
        )
    if state.phase == START:
        return say("the set-up comes first: a 3 or a 4 on an island without a flag, such as 3@c4")
    if state.stage[seat] == DRAWING:
        wrote = state.wrote[seat]
        if wrote == NONE:
            return say("the number was left out; now come the bridges, or done without any")
        return say(
            "the number is written on {island}; now come the bridges, or done without any", island=island_name(state, wrote)
        )
    return say("now comes the {number}: write it on an island, or skip it", number=card_number(state))


def _why_no_number(state: Hashi, seat: int, island: int, reason: int) -> str:
    place = island_name(state, island)
    if reason == rules.HAS_NUMBER:
        return say("{island} already has the number {number}", island=place, number=state.number[seat, island])
    if reason == rules.BARE_FLAG:
        return say(
            "{island} has {flag}, so a bridge must reach it before it gets a number",
            island=place,
            flag=say(FLAG_NAMES[state.flag[island]]),
        )
    assert reason == rules.TOO_SMALL
    return say(
        "{bridges} already reach {island}, too many for a {number}",
        bridges=count(state.bridges[seat, island], "bridge"),
        island=place,
        number=card_number(state),
    )


def _why_no_bridge(state: Hashi, seat: int, line: int, reason: int) -> str:
    span, ends = line_name(state, line), (state.line_a[line], state.line_b[line])
    if reason == rules.LINE_FULL:
        return say("{line} already has two bridges, and no line takes more", line=span)
    if reason == rules.END_FINISHED:
        end = next(end for end in ends if state.finished[seat] >> end & 1)
        return say(
            "{island} is finished with {bridges}, and no more may leave it",
            island=island_name(state, end),
            bridges=count(state.number[seat, end], "bridge"),
        )
    if reason == rules.END_FULL:
        end = next(end for end in ends if state.room[seat, end] == 0)
        return say("{island} already has six bridges, and no island takes more", island=island_name(state, end))
    if reason == rules.CROSSING:
        other = next(k for k in range(state.lines) if state.crossing[line] >> k & 1 and state.spans[seat, k])
        return say("{line} would cross the bridge {other}", line=span, other=line_name(state, other))
    if reason == rules.NO_NUMBER:
        return say("{line} has no number at either end, and a bridge starts from an island with a number", line=span)
    assert reason == rules.TOO_FEW_LEFT
    return say(
        "{line} would leave no room for the rest of the card: {bridges} must be drawn, or none at all",
        line=span,
        bridges=count(card_bridges(state), "bridge"),
    )


# The score


def explain(state: Hashi, seat: int) -> list[str]:
    """Returns where a seat's points come from; in a finished solo game, also the title."""
    finished = finished_islands(state, seat)
    sentences = []
    if finished:
        islands = count(len(finished), "finished island")
        names = listed(island_name(state, island) for island in finished)
        sentences.append(
            say(
                "{islands} ({names}): {points}.",
                islands=islands,
                names=names,
                points=count(ISLAND_POINTS * len(finished), "point"),
            )
        )
    else:
        sentences.append(say("No finished island: 0 points."))
    high, low = (IN_TIME, LATE) if state.seats == 1 else (FIRST_THERE, LATER_THERE)
    for award, name in enumerate(AWARD_NAMES):
        scored = state.award[seat, award]
        if scored:
            when = say(high if scored == FIRST[award] else low)
            worth = count(scored, "point")
            sentences.append(say("{award}, {when}: {points}.", award=say(name).capitalize(), when=when, points=worth))
    if state.seats == 1 and state.phase == OVER:
        sentences.append(say("Title: {title}.", title=say(title(points(state, seat)))))
    return sentences
