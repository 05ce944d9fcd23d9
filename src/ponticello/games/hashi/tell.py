"""Hashi in words, for those who read along or listen: what a turn did, what a move on offer would do, how the boards stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ponticello.engine.people import player_name, player_names
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.engine.words import listed
from ponticello.games.hashi.awards import points
from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.notation import island_name, line_name
from ponticello.games.hashi.position import (
    AWARDS,
    BRIDGE,
    DONE,
    DRAWING,
    OVER,
    SKIP,
    START,
    START_3,
    TURN_UP,
    Hashi,
    bridges_of,
    first_island,
    first_number,
    number_of,
)
from ponticello.games.hashi.reading import activity, number_on
from ponticello.games.hashi.referee import AWARD_NAMES, finished_islands, status
from ponticello.games.hashi.rules import bridge_refusal, card_number, left_neighbour, number_refusal, still_to_draw
from ponticello.games.hashi.words import count, mark, say

CHOICES = {SKIP: mark("No number"), DONE: mark("No bridges")}


def tell(state: Hashi, seat: int, actions: Sequence[int]) -> str:
    """Says what a turn, or a part of one, does from a position: words that follow a name, or none if it is chance's."""
    if seat == CHANCE:
        return listed(_turned_up(action - TURN_UP) for action in actions)
    if set(actions) == {SKIP, DONE}:
        return say("leaves out the card")
    said = [_written(state, action) for action in actions if action <= SKIP or action >= START_3]
    lines = [action - BRIDGE for action in actions if BRIDGE <= action < DONE]
    if lines:
        said.append(say("draws {bridges}", bridges=spans(state, Counter(lines))))
    if DONE in actions:
        said.append(say("draws no bridges"))
    return listed(said)


def _turned_up(card: int) -> str:
    bridges = count(bridges_of(card), "bridge")
    return say("the {number} with {bridges} is turned up", number=number_of(card), bridges=bridges)


def _written(state: Hashi, action: int) -> str:
    if action == SKIP:
        return say("leaves out the number")
    if action < SKIP:
        return say("writes a {number} on {island}", number=card_number(state), island=island_name(state, action))
    number, island = first_number(action), island_name(state, first_island(action))
    if state.seats == 1:
        return say("writes a {number} on {island}", number=number, island=island)
    return say("writes a {number} on {island} for the left neighbour", number=number, island=island)


def offered(state: Hashi, action: int) -> str:
    """Says what a move on offer would do, for who hears the picture."""
    if action >= TURN_UP:
        card = action - TURN_UP
        bridges = count(bridges_of(card), "bridge")
        return say("turn up the {number} with {bridges}", number=number_of(card), bridges=bridges)
    if BRIDGE <= action < DONE:
        a, b = (island_name(state, end[action - BRIDGE]) for end in (state.line_a, state.line_b))
        return say("draw a bridge from {a} to {b}", a=a, b=b)
    island = action if action < SKIP else first_island(action)
    number = card_number(state) if action < SKIP else first_number(action)
    return say("write a {number} on {island}", number=number, island=island_name(state, island))


def choice(state: Hashi, action: int) -> str:
    """Returns the words of a button for what is no place on a board: to leave something out."""
    return say(CHOICES[action]) if action in CHOICES else ""


def task(state: Hashi, seat: int) -> str:
    """Returns what is asked of a seat that is to act."""
    if state.phase == START:
        if state.seats == 1:
            return say("Write a 3 or a 4 on an island")
        return say("Write a 3 or a 4 for {name}", name=player_names([left_neighbour(state, seat)]))
    left = still_to_draw(state, seat)
    if state.stage[seat] == DRAWING:
        if state.drawn[seat]:
            return say("Draw {bridges}", bridges=count(left, "more bridge"))
        if any(bridge_refusal(state, seat, BRIDGE + line) == LEGAL for line in range(state.lines)):
            return say("Draw {bridges}, or none", bridges=count(left, "bridge"))
        return say("No room for {bridges}: draw none", bridges=count(left, "bridge"))
    number = card_number(state)
    if any(number_refusal(state, seat, island) == LEGAL for island in range(ISLANDS)):
        return say("Write a {number}, or none", number=number)
    return say("No island takes a {number}: write none", number=number)


def spans(state: Hashi, bridges: Counter[int]) -> str:
    """Lists lines with the bridges on them."""
    names = {line: line_name(state, line) for line in bridges}
    return listed(say("{line} twice", line=names[line]) if number == 2 else names[line] for line, number in bridges.items())


def describe(state: Hashi) -> str:
    """Puts all boards into words."""
    return " ".join([f"{status(state)}.", *(describe_board(state, seat) for seat in range(state.seats))])


def describe_board(state: Hashi, seat: int) -> str:
    """Puts a board into words: points and finished islands, what is under way, and awards."""
    doing, total = activity(state, seat), count(points(state, seat), "point")
    if doing:
        said = [say("{name}, {doing}: {points}.", name=player_name(seat), doing=doing, points=total)]
    else:
        said = [say("{name}: {points}.", name=player_name(seat), points=total)]
    finished = finished_islands(state, seat)
    if finished:
        said.append(say("Finished: {islands}.", islands=listed(island_name(state, k) for k in finished)))
    if state.phase != OVER:
        said += describe_work(state, seat, finished)
    awards = [
        say("{award} for {points}", award=say(AWARD_NAMES[k]), points=state.award[seat, k])
        for k in range(AWARDS)
        if state.award[seat, k]
    ]
    if awards:
        said.append(say("Awards: {awards}.", awards=listed(awards)))
    return " ".join(said)


def describe_work(state: Hashi, seat: int, finished: Collection[int]) -> list[str]:
    """Puts into words what a player can still work on: numbers that want bridges, and the bridges that end at such islands."""
    said = []
    begun = [
        say(
            "{island} has {bridges} of {number}",
            island=island_name(state, k),
            bridges=state.bridges[seat, k],
            number=number_on(state, seat, k),
        )
        for k in range(ISLANDS)
        if number_on(state, seat, k) and k not in finished
    ]
    if begun:
        said.append(say("Begun: {islands}.", islands=listed(begun)))
    bridges: Counter[int] = Counter()
    for line in range(state.lines):
        if state.spans[seat, line] and not (state.line_a[line] in finished and state.line_b[line] in finished):
            bridges[line] = int(state.spans[seat, line])
    if bridges:
        said.append(say("Bridges at unfinished islands: {bridges}.", bridges=spans(state, bridges)))
    return said
