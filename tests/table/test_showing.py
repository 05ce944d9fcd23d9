"""What a person sees and hears of any game: points explained, boards in characters, pictures. Nothing here names a game."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from ponticello.engine.drawing import GHOSTED, THEMES
from ponticello.engine.verbs import CHANCE
from ponticello.table.position import Move, Position
from tests.clicks import check_clicks
from tests.engine.variants import VARIANTS, Variant, finished, is_sentence, play_at_random, stations

pytestmark = pytest.mark.slow

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@every_variant
def test_points_are_explained_at_any_time(variant: Variant) -> None:
    match = finished(variant, 1)
    for at in range(len(match.moves) + 1):
        for seat in range(variant.players):
            sentences = match.position_after(at).explain(seat)
            assert sentences and all(is_sentence(line) and line.endswith(".") for line in sentences)
    told = match.explain()
    assert all(name in told and str(score) in told for name, score in zip(match.names, match.scores, strict=True))
    assert told.endswith(f"{match.status}.")


@every_variant
def test_the_board_in_characters(variant: Variant) -> None:
    match, shown = finished(variant, 1), set()
    for at in range(len(match.moves) + 1):
        position = match.position_after(at)
        plain = position.text()
        marked = position.text(last=[match.moves[at - 1].action] if at else ())
        for text in (plain, marked):
            assert text.strip() and "\x1b" not in text
            assert all(line == line.rstrip() for line in text.splitlines()), "no trailing spaces"
        assert re.sub(r"\x1b\[[0-9;]*m", "", position.text(colour=True)).split() == plain.split()
        shown.add(plain)
    assert len(shown) > 0.9 * len(match.moves), "positions that differ should look different"


def data_moves(svg: str) -> list[str]:
    return moves_in(ET.fromstring(svg))


def moves_in(picture: ET.Element) -> list[str]:
    return [node.attrib["data-move"] for node in picture.iter() if "data-move" in node.attrib]


def offered(draw: Callable[..., str], moves: Sequence[Move], position: Position) -> bool:
    """Tells whether a picture offers exactly those of some moves that are places, some perhaps only with something in hand.

    It may also offer more of a turn at once, if that begins with one of these moves.
    """
    picture = ET.fromstring(draw())
    wanted, found = {str(move) for move in moves if not position.choice(move)}, set(moves_in(picture))
    for node in picture.iter():
        if found < wanted and "data-pick" in node.attrib:
            found |= set(data_moves(draw(pick=node.attrib["data-pick"])))
    begun = tuple(f"{move}{position.game.rulebook.joiner}" for move in moves)
    return wanted <= found and all(move.startswith(begun) for move in found - wanted)


@every_variant
def test_a_picture_offers_exactly_the_moves_it_is_given(variant: Variant) -> None:
    match = finished(variant, 1)
    acting = [at for at in map(match.position_after, range(len(match.moves))) if set(at.actors) - {CHANCE}]
    for position in [*acting[:3], *acting[3 : -3 : len(acting) // 3], *acting[-3:]]:
        assert data_moves(position.svg()) == []
        for seat in set(position.actors) - {CHANCE}:
            moves = position.legal_moves(seat)
            for view in variant.rulebook.views_of(variant.players):
                for some in (moves, moves[:1]):
                    assert offered(partial(position.svg, targets=some, view=view), some, position)


@every_variant
def test_every_move_can_be_clicked_and_every_click_is_answered(variant: Variant) -> None:
    for position in stations(variant, 2, 3):
        for seat in set(position.actors) - {CHANCE}:
            views = variant.rulebook.views_of(variant.players)
            own = str(seat + 1) if str(seat + 1) in views else views[-1]
            check_clicks(position.view(seat), seat, own, plain=False)


@every_variant
def test_a_picture_is_well_formed_and_speaks(variant: Variant) -> None:
    svg = "{http://www.w3.org/2000/svg}"
    for position in stations(variant, 1, 2):
        for theme, view in itertools.product(THEMES, variant.rulebook.views_of(variant.players)):
            root = ET.fromstring(position.svg(theme=theme, view=view))
            assert root.tag == f"{svg}svg" and root.attrib["viewBox"]
            for tag in ("title", "desc"):
                node = root.find(svg + tag)
                assert node is not None and (node.text or "").strip()
        for wrong in ({"theme": "sepia"}, {"view": "below"}):
            with pytest.raises(ValueError, match=next(iter(wrong.values()))):
                position.svg(**wrong)


@every_variant
def test_a_match_shows_itself(variant: Variant) -> None:
    match = play_at_random(variant.match(3), 3, most=9)
    assert str(match) == match.position.text(last=match.last_actions())
    assert match._repr_svg_() == match.svg() and data_moves(match.svg()) == []
    for seat in range(variant.players):
        moves = match.legal(seat) if seat in match.actors else []
        assert offered(partial(match.svg, seat), moves, match.position)
    assert match.game.title in repr(match) and match.status in repr(match)
    assert all(match.names[seat] in match.status for seat in match.actors)
    assert match.game.title in repr(match.position)


@every_variant
def test_a_turn_that_was_not_played_is_a_ghost(variant: Variant) -> None:
    shown = 0
    for position in stations(variant, 1, 3):
        for seat in set(position.actors) - {CHANCE}:
            seen = position.view(seat)
            own = str(seat + 1) if str(seat + 1) in variant.rulebook.views_of(variant.players) else None
            turn = next(seen.legal_turns(seat))
            root = ET.fromstring(seen.ghost(turn, view=own))
            played = seen
            for move in turn:
                played = played.play(move)
            plain = ET.fromstring(played.svg(view=own, last=[move.action for move in turn]))
            assert root.attrib["class"].split() == [*plain.attrib["class"].split(), GHOSTED]
            shown += sum("data-last" in node.attrib for node in root.iter())
    assert shown, "something that was laid must say so, or nobody sees the ghost"
