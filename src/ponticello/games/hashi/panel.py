"""Around the boards: the cards, what is to be done, and the boxes for the score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from ponticello.engine.bits import count_bits
from ponticello.engine.drawing import element, label
from ponticello.engine.people import about, ended, fitted, player_names
from ponticello.games.hashi.awards import FIRST, LATER, SOLO_UNTIL, points
from ponticello.games.hashi.board import BLUE_FLAG, RED_FLAG
from ponticello.games.hashi.notation import card_name
from ponticello.games.hashi.position import (
    AWARDS,
    BLUE,
    CARD,
    DRAWING,
    NONE,
    OVER,
    PER_CARD,
    RED,
    SIX,
    START,
    TURN_UP,
    Hashi,
    bridges_of,
    number_of,
)
from ponticello.games.hashi.reading import NAME_ROOM, card_in_play, deck, is_high_gone, progress, winners
from ponticello.games.hashi.referee import title
from ponticello.games.hashi.rules import ROUNDS, card_bridges, card_number, left_neighbour, still_to_draw
from ponticello.games.hashi.strokes import at, digit, flag, loop, paths, ring, stroke
from ponticello.games.hashi.tell import offered
from ponticello.games.hashi.words import count, mark, say

BIG_CARD = (90, 126)
CARD_WIDTH, CARD_HEIGHT, CARD_GAP = 44, 38, 6
CARDS_WIDTH = 6 * CARD_WIDTH + 5 * CARD_GAP
HEADER = 126
BOX_HEIGHT = 76
BUTTON_HIGH = 54
FIRST_NUMBERS = {"three": 3, "four": 4}  # what can be taken in hand in the set-up
WORDS_ROOM = 26.0  # letters in a line beside the card


# The cards


def big_card(state: Hashi, x: float, y: float) -> str:
    """Draws the card that everybody plays, or the back of the next one."""
    width, height = BIG_CARD
    card = card_in_play(state)
    frame = element("rect", class_="card", x=x, y=y, width=width, height=height, rx=9)
    if card == NONE:
        lozenge = "".join(
            f"M{at(x + 45, y + 63 - r)}l{at(r * 0.66, r)}l{at(-r * 0.66, r)}l{at(-r * 0.66, -r)}z" for r in (14, 26, 38, 50)
        )
        return frame + "".join(paths(**{"card-back": lozenge}))
    path = digit(number_of(card), x + width / 2, y + 41, 2.1)
    strokes = "".join(
        stroke((x + 20, y + 97 + (k - (card % PER_CARD) / 2) * 14), (x + 70, y + 97 + (k - (card % PER_CARD) / 2) * 14), 0, k, 2)
        for k in range(bridges_of(card))
    )
    pen = element("path", class_="card-pen", d=path, stroke_width=6.4)
    return frame + pen + element("path", class_="card-pen", d=strokes, stroke_width=5)


def cards(state: Hashi, x: float, y: float, targets: Mapping[int, str]) -> str:
    """Draws all cards of the deck, a column for each number in the usual one: those played are crossed out, the one in play
    has a heavy frame and a pointer."""
    drawn = []
    current = card_in_play(state)
    left_to_offer = dict(targets)
    for k, (card, is_played) in enumerate(deck(state)):
        left = x + k // PER_CARD * (CARD_WIDTH + CARD_GAP)
        top = y + k % PER_CARD * (CARD_HEIGHT + CARD_GAP)
        if is_played and card == current:
            drawn.append(small_card(card, left, top, "current", card_name(card)))
            current = NONE
        elif is_played:
            drawn.append(small_card(card, left, top, "played", say("{card}, played", card=card_name(card))))
        elif move := left_to_offer.pop(TURN_UP + card, ""):
            drawn.append(small_card(card, left, top, "choosable", offered(state, TURN_UP + card), move))
        else:
            drawn.append(small_card(card, left, top, "card", card_name(card)))
    return "".join(drawn)


@lru_cache(maxsize=256)
def small_card(card: int, x: float, y: float, look: str, words: str, move: str | None = None) -> str:
    """Draws a card of the bar: its number, and its bridges as strokes."""
    bridges = bridges_of(card)
    path = digit(number_of(card), x + 14, y + CARD_HEIGHT / 2, 0.82)
    for k in range(bridges):
        path += f"M{at(x + 26, y + CARD_HEIGHT / 2 + (k - (bridges - 1) / 2) * 8)}h12"
    frame = element("rect", class_=look, x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=5)
    if look == "played":
        frame += element("path", class_="played-pen", d=path)
        frame += element(
            "path", class_="cross", d=f"M{at(x + 5, y + 33)}q{at(14, -16, 34, -28)}M{at(x + 6, y + 6)}q{at(18, 10, 33, 27)}"
        )
    else:
        frame += element("path", class_="card-pen", d=path, stroke_width=2.5)
    if look == "current":
        frame += element("path", class_="pointer", d=f"M{at(x + CARD_WIDTH / 2 - 7, y - 9)}h14l-7 9z")
    return element("g", element("title", escape(words)), frame, class_="target" if move else None, data_move=move)


# What is to be done


def header(state: Hashi, x: float, y: float, seat: int | None) -> list[str]:
    """Draws the card and a few words about the round."""
    left = x + BIG_CARD[0] + 16
    first, *more = words(state, seat)
    return [
        big_card(state, x, y),
        label(first, class_="head", x=left, y=y + 27),
        *(label(fitted(line, WORDS_ROOM), class_="status", x=left, y=y + 56 + 28 * k) for k, line in enumerate(more)),
    ]


def button(words: str, x: float, y: float, width: float) -> str:
    """Draws a button."""
    frame = element("rect", class_="button", x=x, y=y, width=width, height=BUTTON_HIGH, rx=BUTTON_HIGH / 2)
    return frame + label(words, class_="choice", x=x + width / 2, y=y + BUTTON_HIGH / 2 + 7)


def first_numbers(x: float, y: float, width: float, held: int) -> list[str]:
    """Offers both numbers of the set-up to be taken in hand; one of them always is."""
    parts, wide = [], (width - 10) / 2
    for k, (name, shown) in enumerate(FIRST_NUMBERS.items()):
        words = say("write a {number}", number=shown)
        look = "pick held" if shown == held else "pick"
        drawn = button(str(shown), x + k * (wide + 10), y, wide)
        parts.append(element("g", element("title", escape(words)), drawn, class_=look, data_pick=name))
    return parts


def words(state: Hashi, seat: int | None) -> tuple[str, ...]:
    """Returns a few short lines: where the game stands, and what is to be done, by one seat or by everybody."""
    if ended():
        return (say("The match is over"),)
    if state.phase == START:
        lines = say("Set-up"), say("Write a 3 or a 4")
        if state.seats == 1:
            return lines
        if seat is None:
            return *lines, say("for the left neighbour")
        return *lines, say("for {name}", name=player_names([left_neighbour(state, seat)]))
    if state.phase == CARD:
        return say("Card {card} of {cards}", card=state.rounds + 1, cards=ROUNDS), say("is to be turned up")
    if state.phase == OVER:
        best = max(points(state, k) for k in range(state.seats))
        if state.seats == 1:
            return count(best, "point"), say(title(best))
        if len(winners(state)) > 1:
            return say("The end"), say("A shared win with {points}", points=best), player_names(winners(state), NAME_ROOM)
        sentences = mark("{name} wins"), mark("You win")
        return say("The end"), about(winners(state)[0], *sentences), say("with {points}", points=count(best, "point"))
    round_ = say("Round {round} of {rounds}", round=state.rounds, rounds=ROUNDS)
    bridges = count(card_bridges(state), "bridge")
    if seat is None or not state.to_act >> seat & 1:
        return round_, say("A {number} and {bridges}", number=card_number(state), bridges=bridges)
    if state.stage[seat] == DRAWING:
        left = still_to_draw(state, seat)
        if state.drawn[seat]:
            return round_, say("Draw {bridges}", bridges=count(left, "more bridge"))
        return round_, say("Draw {bridges}", bridges=count(left, "bridge"))
    return round_, say("Write a {number}, draw {bridges}", number=card_number(state), bridges=bridges)


# The score


def score(state: Hashi, seat: int, width: float) -> list[str]:
    """Draws five boxes: the three awards, the finished islands, the total."""
    gap = 8.0
    wide = (width - 4 * gap) / 5
    parts = []
    for award in range(AWARDS):
        parts += award_box(state, seat, award, award * (wide + gap), wide)
    left = 3 * (wide + gap)
    finished = count_bits(state.finished[seat])
    parts += [
        element("rect", class_="box", x=left, width=wide, height=BOX_HEIGHT, rx=7),
        *paths(done=ring(left + 22, 22, 7), **{"done-ring": ring(left + 22, 22, 11)}),
        label(f"{finished}\u00d72", class_="fact", x=left + wide - 12, y=29),
        label(str(2 * finished), class_="value", x=left + wide / 2, y=63),
    ]
    left += wide + gap
    parts += [
        element("rect", class_="won", x=left, width=wide, height=BOX_HEIGHT, rx=7),
        label(say("total"), class_="tiny", x=left + wide / 2, y=24),
        label(str(points(state, seat)), class_="total", x=left + wide / 2, y=60),
    ]
    return parts


def award_box(state: Hashi, seat: int, award: int, x: float, wide: float) -> list[str]:
    """Draws an award: its sign, how far the seat is, and the two values, struck out or circled."""
    scored = state.award[seat, award]
    got, wanted = progress(state, seat, award)
    high, low = x + wide * 0.3, x + wide * 0.72
    solo_room = state.seats == 1 and wide > 110
    if solo_room:
        high, low = x + wide * 0.18, x + wide * 0.86
    lost_high = scored == LATER[award] or (not scored and is_high_gone(state, award))
    lost_low = scored == FIRST[award]
    parts = [
        element("rect", class_="won" if scored else "box", x=x, width=wide, height=BOX_HEIGHT, rx=7),
        *award_sign(award, x + 20, 24),
        label(f"{got}/{wanted}", class_="fact", x=x + wide - 12, y=29),
        label(str(FIRST[award]), class_="value lost" if lost_high else "value", x=high, y=63),
        label(str(LATER[award]), class_="value lost" if lost_low else "value", x=low, y=63),
    ]
    if solo_room:
        parts.append(label(say("to {card}", card=SOLO_UNTIL[award]), class_="tiny", x=x + wide * 0.5, y=61))
    if lost_high:
        parts += paths(strike=f"M{at(high - 10, 61)}l20-12")
    if scored:
        parts += paths(circled=loop(high if lost_low else low, 55, 15))
    return parts


def award_sign(award: int, x: float, y: float) -> list[str]:
    """Draws what an award is for: a red pennant, a blue swallow-tail, islands in a chain."""
    if award == SIX:
        chain = f"M{at(x - 9, y + 5)}l9-12l11 10"
        return [
            element("path", class_="chain", d=chain),
            *paths(done=ring(x - 9, y + 5, 4.5) + ring(x, y - 7, 4.5) + ring(x + 11, y + 3, 4.5)),
        ]
    cloth, pole = flag(RED_FLAG if award == RED else BLUE_FLAG, x - 8, y + 12, 0.85)
    return paths(**{"red" if award == RED else "blue": cloth, "pole": pole})


def won_awards(state: Hashi, seat: int) -> list[str]:
    """Draws the three awards in a line, each with its points, for a small board."""
    parts = []
    for award in (RED, BLUE, SIX):
        x = 18 + award * 68
        scored = state.award[seat, award]
        parts += award_sign(award, x, 18)
        parts.append(label(str(scored) if scored else "\u2013", class_="side", x=x + 24, y=27))
    return parts
