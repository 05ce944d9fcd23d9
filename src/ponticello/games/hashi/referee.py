"""What Hashi's referee says: how the position stands, why a move is refused, and where the points come from."""

from __future__ import annotations

from ponticello.engine.words import count, listed
from ponticello.games.hashi import rules
from ponticello.games.hashi.board import FLAG_NAMES, ISLANDS
from ponticello.games.hashi.notation import card_name, island_name, line_name
from ponticello.games.hashi.rules import (
    BRIDGE,
    DRAWING,
    NONE,
    OVER,
    ROUNDS,
    START,
    START_3,
    TURN_UP,
    Hashi,
    card_bridges,
    card_number,
    points,
    still_to_draw,
)

# What a solo player is, by the least points for it: the rulebook's titles in English and in French.
TITLES = (
    (0, "Minion", "Sous-fifre"),
    (41, "Dogsbody", "Porteur d'eau"),
    (43, "Bamboo binder", "Rafistoleur"),
    (45, "Screw tightener", "Ouvrier"),
    (47, "Concrete pourer", "Bétonnier"),
    (49, "Project manager", "Chef de projet"),
    (51, "Master bridge builder", "Ingénieur des ponts"),
    (52, "Professional planner", "Expert en planification"),
    (54, "Statics expert", "Génie des ponts"),
    (56, "Ace architect", "As de l'architecture"),
    (58, "Construction genius", "Génie en construction"),
    (60, "Island god", "Dieu des îles"),
)
LANGUAGES = ("en", "fr")

AWARD_NAMES = ("all four red flags", "all three blue flags", "six finished islands connected")


def title(total: int, language: str = "en") -> str:
    """Returns the title that a solo player's points deserve.

    >>> title(50), title(51), title(60, "fr")
    ('Project manager', 'Master bridge builder', 'Dieu des îles')
    """
    earned = [names for least, *names in TITLES if least <= total]
    return earned[-1][LANGUAGES.index(language)]


def finished_islands(state: Hashi, seat: int) -> list[int]:
    """Returns the islands a seat has finished."""
    return [island for island in range(ISLANDS) if state.finished[seat] >> island & 1]


def status(state: Hashi) -> str:
    """Says what is to be done, or how the game ended."""
    waiting = listed(f"player {seat + 1}" for seat in range(state.seats) if state.to_act >> seat & 1) if state.to_act else ""
    if state.phase == START:
        return f"Set-up: {waiting} to write a 3 or a 4 for the left neighbour" if state.seats > 1 else "Set-up: write a 3 or a 4"
    if state.phase == OVER:
        scores = [points(state, seat) for seat in range(state.seats)]
        if state.seats == 1:
            return f"The game is over with {count(scores[0], 'point')}: {title(scores[0])}"
        winners = listed(f"player {seat + 1}" for seat in range(state.seats) if scores[seat] == max(scores))
        return f"The game is over, {winners} {'share the win' if scores.count(max(scores)) > 1 else 'wins'} with {max(scores)}"
    if state.phase == rules.CARD:
        return f"Card {state.rounds + 1} of {ROUNDS} is to be turned up"
    card = f"a {card_number(state)} and {count(card_bridges(state), 'bridge')}"
    return f"Round {state.rounds} of {ROUNDS}, {card}: {waiting} to play"


def describe(state: Hashi) -> str:
    """Puts a position into words, for those who listen to it."""
    words = []
    for seat in range(state.seats):
        words.append(f"Player {seat + 1}: {count(points(state, seat), 'point')}.")
        for island in range(ISLANDS):
            if state.number[seat, island] or state.bridges[seat, island]:
                number = state.number[seat, island] or "no number"
                done = ", finished" if state.finished[seat] >> island & 1 else ""
                words.append(f"{island_name(state, island)}: {number}, {count(state.bridges[seat, island], 'bridge')}{done}.")
        spans = [
            f"{line_name(state, line)}{' twice' if state.spans[seat, line] == 2 else ''}"
            for line in range(state.lines)
            if state.spans[seat, line]
        ]
        if spans:
            words.append(f"Bridges: {', '.join(spans)}.")
    return " ".join([*words, f"{status(state)}."])


# Why not


def why(state: Hashi, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        return _why_not_now(state, seat, action)
    if reason == rules.CARD_GONE:
        return f"the card {card_name(action - TURN_UP)} has been turned up already"
    if reason == rules.MUST_DRAW:
        missing = count(still_to_draw(state, seat), "bridge")
        return f"the card's bridges are drawn all or not at all: {missing} must follow"
    if reason == rules.NO_LINE:
        return f"this board has only {state.lines} dotted lines"
    if action >= START_3:
        island = (action - START_3) % ISLANDS
        return (
            f"{island_name(state, island)} has {FLAG_NAMES[state.flag[island]]}; the first number goes on an island without one"
        )
    return (
        _why_no_bridge(state, seat, action - BRIDGE, reason) if action >= BRIDGE else _why_no_number(state, seat, action, reason)
    )


def _why_not_now(state: Hashi, seat: int, action: int) -> str:
    if state.phase == OVER:
        return "the game is over"
    if state.phase == rules.CARD:
        return "first the next card is turned up"
    if seat >= state.seats:
        return "the players are to act now"
    if not state.to_act >> seat & 1:
        return f"player {seat + 1} has finished and waits for the others"
    if state.phase == START:
        return "the set-up comes first: a 3 or a 4 on an island without a flag, such as 3@c4"
    if state.stage[seat] == DRAWING:
        wrote = state.wrote[seat]
        before = "the number was left out" if wrote == NONE else f"the number is written on {island_name(state, wrote)}"
        return f"{before}; now come the bridges, or done without any"
    return f"now comes the {card_number(state)}: write it on an island, or skip it"


def _why_no_number(state: Hashi, seat: int, island: int, reason: int) -> str:
    place = island_name(state, island)
    if reason == rules.HAS_NUMBER:
        return f"{place} already has the number {state.number[seat, island]}"
    if reason == rules.BARE_FLAG:
        return f"{place} has {FLAG_NAMES[state.flag[island]]}, so a bridge must reach it before it gets a number"
    assert reason == rules.TOO_SMALL
    reaching = count(state.bridges[seat, island], "bridge")
    return f"{reaching} already reach{'es' if reaching[0] == '1' else ''} {place}, too many for a {card_number(state)}"


def _why_no_bridge(state: Hashi, seat: int, line: int, reason: int) -> str:
    span, ends = line_name(state, line), (state.line_a[line], state.line_b[line])
    if reason == rules.LINE_FULL:
        return f"{span} already has two bridges, and no line takes more"
    if reason == rules.END_FINISHED:
        end = next(end for end in ends if state.finished[seat] >> end & 1)
        return f"{island_name(state, end)} is finished with {count(state.number[seat, end], 'bridge')}, and no more may leave it"
    if reason == rules.END_FULL:
        end = next(end for end in ends if state.room[seat, end] == 0)
        return f"{island_name(state, end)} already has six bridges, and no island takes more"
    if reason == rules.CROSSING:
        other = next(k for k in range(state.lines) if state.crossing[line] >> k & 1 and state.spans[seat, k])
        return f"{span} would cross the bridge {line_name(state, other)}"
    if reason == rules.NO_NUMBER:
        return f"{span} has no number at either end, and a bridge starts from an island with a number"
    assert reason == rules.TOO_FEW_LEFT
    wanted = card_bridges(state)
    return f"{span} would leave no room for the rest of the card: {count(wanted, 'bridge')} must be drawn, or none at all"


# The score


def explain(state: Hashi, seat: int) -> list[str]:
    """Returns where a seat's points come from; in a finished solo game, also the title."""
    finished = finished_islands(state, seat)
    sentences = []
    if finished:
        names = listed(island_name(state, island) for island in finished)
        sentences.append(f"{count(len(finished), 'finished island')} ({names}): {2 * len(finished)} points.")
    else:
        sentences.append("No finished island: 0 points.")
    for award, name in enumerate(AWARD_NAMES):
        scored = state.award[seat, award]
        if scored:
            when = "in time" if state.seats == 1 else "the first to get there"
            late = "late" if state.seats == 1 else "after somebody else"
            sentences.append(f"{name.capitalize()}, {when if scored == rules.FIRST[award] else late}: {scored} points.")
    if state.seats == 1 and state.phase == OVER:
        sentences.append(f"Title: {title(points(state, seat))}.")
    return sentences
