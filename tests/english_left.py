"""Finds English that is left in what a game says in French."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

from french import catalogue_of, french
from ponticello.engine import verbs
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.engine.words import speaking
from ponticello.table.match import Match

LONGEST = 200  # letters of a refusal
STYLE = "{http://www.w3.org/2000/svg}style"


def english_left(game: str, text: str) -> list[str]:
    """Returns the parts of a game's English sentences, of two words or more, that stand in a text."""
    entries = [entry for entry in catalogue_of(game) if isinstance(entry.id, str) and entry.id]
    parts = {part.strip(" ,.:;()") for entry in entries for part in re.split(r"\{\w*\}", entry.id)}
    translations = "\n".join(entry.string for entry in entries)
    return sorted(part for part in parts if " " in part and part in text and part not in translations)


def words_of(svg: str) -> str:
    """Returns all that can be read or heard in a picture."""
    return "\n".join(node.text for node in ET.fromstring(svg).iter() if node.text and node.tag != STYLE)


def told(match: Match, dice: random.Random, every: int) -> str:
    """Plays a match to its end and returns what is said of it in French: boards, scores, turns, and why moves are refused."""
    said: list[str] = []
    with speaking(french(match.game.name)):
        while not match.over:
            seat = dice.choice(match.actors)
            if len(match.moves) % every == 0:
                said += [*seen(match), words_of(match.svg(seat)), *refusals(match, (seat, match.players, CHANCE))]
            match.play(dice.choice(match.legal(seat)))
        said += [*(match.tell(turn) for turn in match.turns()), *seen(match)]
    return "\n".join(said)


def seen(match: Match) -> list[str]:
    """Returns what everybody reads of a match as it stands."""
    position = match.position
    points = [sentence for seat in range(match.players) for sentence in position.explain(seat)]
    return [position.describe(), words_of(match.svg()), *points]


def refusals(match: Match, seats: tuple[int, ...]) -> list[str]:
    """Returns why every move is refused that is refused to some seats."""
    rulebook, state, said = match.game.rulebook, match.position.state, list[str]()
    for action in range(rulebook.actions):
        for seat in seats:
            if (reason := verbs.refusal(state, seat, action)) != LEGAL:
                said.append(rulebook.why(state, seat, action, reason))
                assert len(said[-1]) < LONGEST
    return said
