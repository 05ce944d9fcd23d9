"""A finished board of Hashi, typed in from paper: reads it, points out every mistake that it shows, and scores it.

What the rulebook says of a mistake found too late: it stays as it is, and the island concerned can never be finished nor score. A
final board does not show in which order things were drawn, so a mistake makes void every island that may be the one concerned.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ponticello.engine.datafile import bad_line, read_form
from ponticello.engine.report import broken, note
from ponticello.engine.words import listed
from ponticello.games.hashi.awards import FIRST, LATER, earns, islands_for, points
from ponticello.games.hashi.board import FLAG_NAMES, ISLANDS, SHIPPED, find_board, place_name, read_board_option, shipped_deck
from ponticello.games.hashi.notation import island_name, line_name
from ponticello.games.hashi.position import HIGHEST, OVER, PER_CARD, PER_LINE, SIX, Hashi, bridges_of, deck_of, set_up
from ponticello.games.hashi.referee import AWARD_NAMES, explain
from ponticello.games.hashi.words import count, say

PLACE = r"([a-i])\s*([1-9])(?![0-9])"
KEY = re.compile(r"(board|solo|red|blue|six)\s*[:=]\s*(.*)", re.IGNORECASE)
SPAN = re.compile(rf"{PLACE}\s*[-\u2013]\s*{PLACE}(?:\s*[x\u00d7*]\s*([0-9]{{1,2}}))?")
NUMBER = re.compile(rf"(?:number\s*)?{PLACE}(?:\s*[:=]\s*|\s+)([0-9]{{1,2}})")
NOTED = re.compile(rf"([0-9]{{1,2}})\s*@\s*{PLACE}")
BETWEEN = re.compile(r"[\s,;+]+|$")
AWARD_KEYS = ("red", "blue", "six")


@dataclass(frozen=True)
class Typed:
    """What is on the paper: numbers by island, bridges by their two islands, and the points claimed for the awards."""

    board: str
    solo: bool
    numbers: dict[int, int]
    bridges: dict[tuple[int, int], int]
    claims: tuple[int, ...]

    def reaching(self, island: int) -> int:
        """Returns how many bridges reach an island."""
        return sum(times for ends, times in self.bridges.items() if island in ends)

    def bridged(self, island: int) -> list[int]:
        """Returns the islands at the other ends of an island's bridges."""
        return [a + b - island for a, b in self.bridges if island in (a, b)]


@dataclass(frozen=True)
class Mistake:
    """A rule that is broken, and the islands that can no longer be finished."""

    sentence: str
    islands: tuple[int, ...]


def score(text: str) -> list[str]:
    """Returns the referee's report on a finished board."""
    typed = read_typed(text)
    state = drawn(typed)
    mistakes = list(violations(typed, state))
    void = {island for mistake in mistakes for island in mistake.islands}
    for island, number in typed.numbers.items():
        if number == typed.reaching(island) and island not in void:
            state.finished[0] |= 1 << island
    remarks = [*odd_numbers(typed, state), *settle_claims(typed, state)]
    if mistakes:
        there = count(len(mistakes), "mistake")
        lines = [say("{mistakes}; an island with one is never finished and scores nothing.", mistakes=there)]
        for mistake in mistakes:
            islands = _names(state, mistake.islands)
            lines.append(broken(say("{mistake}. Void: {islands}", mistake=mistake.sentence, islands=islands)))
    else:
        lines = [say("The board keeps every rule that can be seen on it.")]
    lines += [note(remark) for remark in remarks]
    lines.append(say("Score: {points}", points=count(points(state, 0), "point")))
    return lines + [f"  {sentence}" for sentence in explain(state, 0)]


def _names(state: Hashi, islands: Iterable[int]) -> str:
    return listed(island_name(state, island) for island in islands)


# Reading


def read_typed(text: str) -> Typed:
    """Reads the head of the form first, since the board says which islands there are, and then the numbers and bridges."""
    head, entries = read_form(text, KEY)
    if not head and not entries:
        last = max(1, len(text.splitlines()))
        raise bad_line(last, say("the text ends here without a number, such as c4: 5, or a bridge, such as c4-e4 x2"))
    board = _board(*head.get("board", (0, SHIPPED[0])))
    places = [place_name(*place) for place in find_board(board).islands]
    numbers: dict[int, int] = {}
    bridges: Counter[tuple[int, int]] = Counter()
    for number, plain in entries:
        read_entries(number, plain, places, numbers, bridges)
    claims = tuple(_claim(award, key, *head.get(key, (0, "-"))) for award, key in enumerate(AWARD_KEYS))
    return Typed(board, _solo(*head.get("solo", (0, "no"))), numbers, dict(sorted((+bridges).items())), claims)


def read_entries(number: int, plain: str, places: list[str], numbers: dict[int, int], bridges: Counter[tuple[int, int]]) -> None:
    """Reads the numbers and bridges of one line; there may be several."""

    def island(letter: str, digit: str) -> int:
        if letter + digit not in places:
            known = ", ".join(places)
            raise bad_line(
                number, say("there is no island {island}; the islands are {islands}", island=letter + digit, islands=known)
            )
        return places.index(letter + digit)

    at = 0
    while at < len(plain):
        if found := SPAN.match(plain, at):
            a, b = sorted((island(found[1], found[2]), island(found[3], found[4])))
            if a == b:
                raise bad_line(number, say("a bridge joins two islands, not {island} with itself", island=places[a]))
            times = 1 if found[5] is None else int(found[5])
            if times == 0:
                text = repr(found[0].strip())
                sentence = say("{text} is no bridge; write x1 or x2, or leave it out where there is none", text=text)
                raise bad_line(number, sentence)
            bridges[a, b] += times
        elif found := NUMBER.match(plain, at) or NOTED.match(plain, at):
            first, second, third = found.groups()
            where, written = (island(second, third), first) if found.re is NOTED else (island(first, second), third)
            if where in numbers:
                raise bad_line(number, say("{island} has a number already; write each island once", island=places[where]))
            numbers[where] = int(written)
        end = BETWEEN.match(plain, found.end()) if found else None
        if end is None:
            raise bad_line(
                number,
                say(
                    "{text} is neither a number, such as c4: 5, nor a bridge, such as c4-e4 x2,"
                    " nor one of board, solo, red, blue and six",
                    text=repr(plain[at:][:40]),
                ),
            )
        at = end.end()


def _board(number: int, value: str) -> str:
    for name in SHIPPED:
        if value.lower() == name.lower():
            return name
    try:
        return read_board_option(value)
    except (ValueError, RuntimeError) as error:  # a path that the system cannot even ask for is neither of ours
        raise bad_line(number, error) from None


def _solo(number: int, value: str) -> bool:
    if value.lower() not in ("yes", "no"):
        raise bad_line(number, say("solo is yes or no, not {value}", value=repr(value[:20])))
    return value.lower() == "yes"


def _claim(award: int, key: str, number: int, value: str) -> int:
    allowed = {"-": 0, "0": 0, "": 0, "none": 0, str(FIRST[award]): int(FIRST[award]), str(LATER[award]): int(LATER[award])}
    if value.lower() not in allowed:
        sentence = say(
            "{key} brings {first} or {later} points, or - for none, not {value}",
            key=key,
            first=FIRST[award],
            later=LATER[award],
            value=repr(value[:20]),
        )
        raise bad_line(number, sentence)
    return allowed[value.lower()]


def drawn(typed: Typed) -> Hashi:
    """Returns a position with the numbers and bridges of the paper, those off the dotted lines left out; nothing is finished."""
    state = Hashi()
    set_up(state, 1 if typed.solo else 2, typed.board)
    state.phase = OVER
    for island, number in typed.numbers.items():
        state.number[0, island] = number
    for line, ends in enumerate(lines_of(state)):
        state.spans[0, line] = min(typed.bridges.get(ends, 0), PER_LINE)
    return state


def lines_of(state: Hashi) -> list[tuple[int, int]]:
    """Returns the dotted lines by their two islands."""
    return [(state.line_a[line], state.line_b[line]) for line in range(state.lines)]


# The rules that a finished board shows


def violations(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """Finds every mistake, in the order of the rulebook: first numbers, then bridges."""
    yield from wrong_numbers(typed, state)
    yield from early_flags(typed, state)
    yield from off_lines(typed, state)
    yield from without_number(typed, state)
    yield from crowded_lines(typed, state)
    yield from crossings(typed, state)
    yield from past_number(typed, state)


def wrong_numbers(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """Cards have numbers from 1 to 6."""
    for island, number in sorted(typed.numbers.items()):
        if not 1 <= number <= HIGHEST:
            sentence = say(
                "{island} has the number {number}, but cards go from 1 to {highest}",
                island=island_name(state, island),
                number=number,
                highest=HIGHEST,
            )
            yield Mistake(sentence, (island,))


def early_flags(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """A flagged island takes a number only once a bridge reaches it, and that bridge came from an island with a number.

    So a chain of bridges leads from an island without a flag over islands with numbers to every flagged one with a number.
    """
    rightful = {island for island in typed.numbers if state.flag[island] == 0}
    waiting = list(rightful)
    for island in waiting:
        fresh = [other for other in typed.bridged(island) if other in typed.numbers and other not in rightful]
        rightful.update(fresh)
        waiting += fresh
    for island, number in sorted(typed.numbers.items()):
        if island not in rightful:
            seen = say("none of its bridges can be that old") if typed.bridged(island) else say("none does")
            sentence = say(
                "{island} has {flag}, so a bridge had to reach it before its {number}, but {seen}",
                island=island_name(state, island),
                flag=say(FLAG_NAMES[state.flag[island]]),
                number=number,
                seen=seen,
            )
            yield Mistake(sentence, (island,))


def off_lines(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """Bridges run along the dotted lines."""
    for ends in typed.bridges:
        if ends not in lines_of(state):
            yield Mistake(say("a bridge joins {islands}, but no dotted line does", islands=_names(state, ends)), ends)


def without_number(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """At least one of the two islands had a number when the bridge was drawn, and numbers stay."""
    for ends in typed.bridges:
        if not any(end in typed.numbers for end in ends):
            yield Mistake(say("a bridge joins {islands}, but neither has a number", islands=_names(state, ends)), ends)


def crowded_lines(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """At most two bridges a line."""
    for ends, times in typed.bridges.items():
        if times > PER_LINE:
            islands = _names(state, ends)
            yield Mistake(say("{number} bridges join {islands}, but a line takes two", number=times, islands=islands), ends)


def crossings(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """Bridges never cross; which of two came second cannot be seen."""
    used = [line for line in range(state.lines) if state.spans[0, line]]
    for one, other in combinations(used, 2):
        if state.crossing[one] >> other & 1:
            ends = lines_of(state)[one] + lines_of(state)[other]
            pair = line_name(state, one), line_name(state, other)
            yield Mistake(say("the bridges {one} and {other} cross", one=pair[0], other=pair[1]), ends)


def past_number(typed: Typed, state: Hashi) -> Iterator[Mistake]:
    """No bridge pushes an island past its number, and an island without one takes at most six."""
    for island in range(ISLANDS):
        reaching, place = typed.reaching(island), island_name(state, island)
        number = typed.numbers.get(island)
        if number is None and reaching > HIGHEST:
            sentence = say(
                "{number} bridges reach {island}, but an island without a number takes {most}",
                number=reaching,
                island=place,
                most=HIGHEST,
            )
            yield Mistake(sentence, (island,))
        elif number is not None and reaching > number:
            bridges = count(reaching, "bridge")
            sentence = say(
                "{bridges} reaches {island}, more than its number {number}"
                if reaching == 1
                else "{bridges} reach {island}, more than its number {number}",
                bridges=bridges,
                island=place,
                number=number,
            )
            yield Mistake(sentence, (island,))


# What is odd, though no island can be blamed for it


def odd_numbers(typed: Typed, state: Hashi) -> Iterator[str]:
    """Every board begins with a 3 or a 4 on an island without a flag; all else comes from the cards, of which one is left out."""
    if not any(number in (3, 4) and state.flag[island] == 0 for island, number in typed.numbers.items()):
        yield say("no island without a flag has a 3 or a 4, but every board begins with one")
    deck = deck_of(state)
    ours = deck == shipped_deck()
    beginnings = 1  # one 3 or 4 more than on the cards
    for number in range(1, HIGHEST + 1):
        cards = sum(deck[(number - 1) * PER_CARD : number * PER_CARD])
        extra = list(typed.numbers.values()).count(number) - cards
        allowed = beginnings if number in (3, 4) else 0
        if extra > allowed:
            yield say(
                "the number {number} is written {written} times, but our deck has it {times}"
                if ours
                else "the number {number} is written {written} times, but your deck has it {times}",
                number=number,
                written=cards + extra,
                times=count(cards, "time"),
            )
        if number == 3 and extra > 0:
            beginnings = 0
    bridges = [bridges_of(card) for card, cards in enumerate(deck) for _ in range(cards)]
    most, total = sum(bridges) - min(bridges), sum(typed.bridges.values())
    if total > most:
        yield say(
            "{number} bridges are drawn, but the cards of our deck give {most} at most"
            if ours
            else "{number} bridges are drawn, but the cards of your deck give {most} at most",
            number=total,
            most=most,
        )


def settle_claims(typed: Typed, state: Hashi) -> Iterator[str]:
    """Grants the awards that are claimed and possible on this board, and says which are not, or are missing."""
    for award, claim in enumerate(typed.claims):
        possible = earns(state, 0, award)
        name, key = say(AWARD_NAMES[award]), AWARD_KEYS[award]
        if claim and possible:
            state.award[0, award] = claim
        elif claim:
            yield say(
                "{points} points are claimed for {award}, but {missing}, so they do not count",
                points=claim,
                award=name,
                missing=_missing(state, award),
            )
        elif possible:
            yield say(
                "{award} would bring {first} or {later} points, but {key} has none written",
                award=name,
                first=FIRST[award],
                later=LATER[award],
                key=key,
            )


def _missing(state: Hashi, award: int) -> str:
    if award == SIX:
        return say("no six are")
    wanted = islands_for(state, award)
    missing = [island for island in range(ISLANDS) if wanted >> island & 1 and not state.finished[0] >> island & 1]
    return say("{islands} is not finished" if len(missing) == 1 else "{islands} are not finished", islands=_names(state, missing))
