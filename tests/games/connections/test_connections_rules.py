"""Connections as a player learns it: where a tile fits, what a spiral does, rounds, the score, and what stays hidden."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ponticello.engine import verbs
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.connections import referee, rules
from ponticello.games.connections.board import ALL_TILES, TILES
from ponticello.table.game import game
from tests.games.connections.connections_table import (
    Twins,
    action_of,
    cell_number,
    hold,
    legal,
    move_of,
    new_game,
    put,
    tile_letters,
    try_out,
)

# Board 0: the border as it is shipped.
NORTH, EAST, SOUTH, WEST = "21.32", "21.13", "32.11", "13.21"


@pytest.fixture
def example() -> rules.Connections:
    """The centre is wide in the north and the south, narrow in the east and the west; three tiles lie around it."""
    return put(new_game(), c4="n.wn", d3="w..n", b4=".nw.")


# Laying a tile: the example of the rulebook, with its six mistakes


@pytest.mark.parametrize(
    ("cell", "letters", "reason"),
    [
        pytest.param("a1", "nn..", rules.EXTENDS_NOTHING, id="1 touches nothing"),
        pytest.param("d4", "nn..", rules.CUTS_OFF, id="a blank side against d3"),
        pytest.param("c2", "..nn", rules.CUTS_OFF, id="a blank side against the centre"),
        pytest.param("e4", "nn..", rules.EXTENDS_NOTHING, id="1 touches nothing either"),
        pytest.param("c5", "n.n.", rules.INTO_BORDER, id="3 runs into the blank border"),
        pytest.param("d4", "..ww", rules.INTO_BLANK, id="4 runs into the blank side of c4"),
        pytest.param("b3", ".nn.", rules.CUTS_OFF, id="5 turns a blank side to a connection"),
        pytest.param("b3", "nn..", rules.WRONG_WIDTH, id="6 puts narrow on wide"),
        pytest.param("b3", "ww..", rules.WRONG_WIDTH, id="6 puts wide on narrow"),
    ],
)
def test_the_mistakes_of_the_example(example: rules.Connections, cell: str, letters: str, reason: int) -> None:
    assert try_out(example, cell, letters) == reason
    assert try_out(example, cell, "spiral") == LEGAL


def test_touching_with_blank_sides_only_extends_nothing(example: rules.Connections) -> None:
    """The second mistake of the example: it fits all around, but no connection goes on."""
    put(example, e3="spiral", d4="..w.")
    assert try_out(example, "d5", "n..w") == rules.EXTENDS_NOTHING
    assert try_out(example, "e4", "ww..") == rules.EXTENDS_NOTHING


@pytest.mark.parametrize(("cell", "letters"), [("b3", "wn.."), ("b3", "wnn."), ("d4", "..w."), ("d4", "nww."), ("c2", "w.w.")])
def test_what_fits_in_the_example(example: rules.Connections, cell: str, letters: str) -> None:
    put(example, **{cell: letters})


def test_a_tile_may_be_turned_any_way_and_looks_count_once() -> None:
    state = new_game()
    for letters, looks in (("nnnn", 1), ("n.n.", 2), ("nwnw", 2), ("n.w.", 4), ("nn..", 4), ("n...", 4)):
        hold(state, letters)
        assert state.looks[state.tile] == looks
        assert {action % 4 for action in range(100) if rules.refusal(state, 0, action) == rules.SAME_TURNED} == set(
            range(looks, 4)
        )
    hold(state, "nnnn")
    assert [move_of(state, action)[0] for action in legal(state, 0) if action < rules.SPIRALS] == ["b3", "d3"]
    hold(state, "nwnw")
    assert sorted(move_of(state, action)[0] for action in legal(state, 0) if action < rules.SPIRALS) == ["b3", "c2", "c4", "d3"]


def test_the_border_is_blank_in_the_middle_and_takes_anything_at_a_number() -> None:
    state = put(new_game(), c4="w.w.")
    assert try_out(state, "c5", "n.w.") == rules.INTO_BORDER
    put(state, c5=".ww.")
    for letters in ("...w", "n..w", "w..w"):
        assert try_out(state, "d5", letters) == LEGAL


def test_an_open_tile_may_run_into_a_free_cell() -> None:
    assert try_out(new_game(), "c4", "wwww") == LEGAL


def test_nothing_lies_on_the_centre_or_on_another_tile(example: rules.Connections) -> None:
    for cell in ("c3", "c4"):
        assert try_out(example, cell, "wwww") == rules.TAKEN and try_out(example, cell, "spiral") == rules.TAKEN


# Spirals


def test_a_spiral_lies_on_any_free_cell_even_when_the_tile_would_fit() -> None:
    state = new_game()
    hold(state, "wwww")
    assert sum(action >= rules.SPIRALS for action in legal(state, 0)) == 24
    assert any(action < rules.SPIRALS for action in legal(state, 0))


def test_a_spiral_takes_any_side_but_extends_nothing() -> None:
    state = put(new_game(), c4="spiral", d4="spiral")
    assert try_out(state, "c5", "..w.") == rules.EXTENDS_NOTHING
    assert try_out(state, "d5", "..n.") == rules.EXTENDS_NOTHING
    for letters in ("w..n", "n..n", "...n"):
        assert try_out(state, "d3", letters) == LEGAL


def test_a_spiral_may_cut_off_a_connection_but_a_blank_side_may_not() -> None:
    state = new_game()
    assert try_out(state, "c4", "nn..") == rules.CUTS_OFF
    put(state, c4="spiral")
    assert state.spirals[0] == 1


# The score


def test_nothing_laid_loses_every_number() -> None:
    assert rules.points(new_game(), 0) == sum(map(int, (NORTH + EAST + SOUTH + WEST).replace(".", "")))


def test_a_connection_to_a_number_saves_it_and_a_blank_side_does_not() -> None:
    state = put(new_game(), c4="w.w.", c5=".ww.")
    before = rules.points(state, 0)
    put(state, d5="...w")
    assert rules.points(state, 0) == before
    state = put(new_game(), c4="w.w.", c5=".ww.", d5="n..w")
    assert rules.points(state, 0) == before - 3
    put(state, b1="spiral")
    assert rules.points(state, 0) == before - 3 + 1


def test_a_corner_tile_may_reach_two_numbers() -> None:
    state = put(new_game(), c4="w.w.", c5=".ww.", d5=".n.w")
    before = rules.points(state, 0)
    put(state, e5="nw.n")
    assert rules.points(state, 0) == before - 2 - 2


def test_a_spiral_saves_no_number() -> None:
    state = new_game()
    before = rules.points(state, 0)
    put(state, e5="spiral")
    assert rules.points(state, 0) == before + 1


@pytest.mark.parametrize(
    ("lost", "title"),
    [
        (0, "virtuoso of connections"),
        (1, "virtuoso of connections"),
        (2, "king of contacts"),
        (4, "king of contacts"),
        (5, "linker of tiles"),
        (7, "linker of tiles"),
        (8, "apprentice tile-layer"),
        (10, "apprentice tile-layer"),
        (11, "seeker of connections"),
        (53, "seeker of connections"),
    ],
)
def test_the_titles_of_solo_play(lost: int, title: str) -> None:
    assert referee.title(lost) == title


def test_the_fewest_lost_points_win_and_ties_share() -> None:
    table = game("connections")
    match = table.match(3, seed=5)
    while not match.over:
        for seat in match.actors:
            moves = match.legal(seat)
            match.play(moves[0] if seat == 1 else next(m for m in moves if "spiral" in m.text), seat)
    assert match.winners == (1,) and match.scores[1] == min(match.scores)
    assert match.scores[0] == match.scores[2] == 29 + 24
    match = table.match(2, seed=5)
    while not match.over:
        for seat in match.actors:
            match.play(next(m for m in match.legal(seat) if "spiral" in m.text), seat)
    assert match.winners == (0, 1)


# Rounds and games


def test_everybody_lays_the_same_tile_in_any_order_then_the_next_is_turned_up() -> None:
    state = new_game(3)
    assert rules.actors(state) == 1 << CHANCE and len(legal(state, CHANCE)) == TILES
    rules.play(state, CHANCE, rules.DRAWS + 4)
    assert rules.actors(state) == 0b111 and legal(state, CHANCE) == []
    for seat, left in ((1, 0b101), (2, 0b001), (0, 1 << CHANCE)):
        assert not verbs.mid_turn(state, seat)
        rules.play(state, seat, rules.SPIRALS)
        assert rules.actors(state) == left and legal(state, seat) == []
    assert rules.refusal(state, CHANCE, rules.DRAWS + 4) == rules.DRAWN_BEFORE
    assert len(legal(state, CHANCE)) == TILES - 1


def test_24_rounds_fill_the_board_and_4_tiles_never_appear() -> None:
    twins = Twins(2, "one", 3)
    while rules.actors(twins.state):
        twins.turn_up()
        for seat in twins.seats():
            twins.lay(seat, legal(twins.state, seat))
    assert twins.state.turned == 24 and bin(twins.state.stock).count("1") == 4
    assert twins.state.open_cells[0] == twins.state.open_cells[1] == 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_full_match_has_as_many_games_as_players_and_adds_up_what_is_lost(players: int) -> None:
    twins = Twins(players, "full", 8)
    state, rounds, ends = twins.state, 0, []
    while rules.actors(state):
        twins.turn_up()
        rounds += 1
        assert state.game == (rounds - 1) // 24 and state.turned == (rounds - 1) % 24 + 1
        assert state.stock.bit_count() == TILES - state.turned
        for seat in twins.seats():
            assert len([a for a in legal(state, seat) if a >= rules.SPIRALS]) == 25 - state.turned
            twins.lay(seat, legal(state, seat))
        if state.turned == 24:
            ends.append(rules.points(state, 0))
            assert state.stock == ALL_TILES or rules.is_over(state)
    assert rounds == 24 * players and len(ends) == players == state.games
    assert ends == sorted(ends) and ends[-1] == twins.lost(0)


def test_a_single_game_is_the_default() -> None:
    assert game("connections").options == {"board": "own", "games": "one"}
    assert new_game(4).games == 1


def test_each_seat_has_its_own_board() -> None:
    state = new_game(4)
    borders = {tuple(state.numbers[seat, spot] for spot in range(20)) for seat in range(4)}
    assert len(borders) == 4 and len({tuple(sorted(border)) for border in borders}) == 1


# What stays hidden


def fields(state: rules.Connections) -> dict[str, bytes]:
    return {name: state.array[name].tobytes() for name in state.dtype.names or ()}


# A smaller seed is not a simpler game, so failures are not shrunk.
@settings(derandomize=True, deadline=None, max_examples=60, phases=(Phase.explicit, Phase.generate))
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 24), st.sampled_from(["one", "full"]))
def test_the_others_tiles_of_the_running_round_leak_nothing(seed: int, players: int, stop: int, games: str) -> None:
    """Whatever the others lay in this round, a seat's view is the same to the byte."""
    twins = Twins(players, games, seed)
    for _ in range(stop - 1):
        twins.turn_up()
        for seat in twins.seats():
            twins.lay(seat, legal(twins.state, seat))
    twins.turn_up()
    start, watcher = twins.state.copy(), seed % players
    done = [seat for seat in range(players) if seat != watcher][: 1 + seed // 7 % (players - 1)]
    views = []
    for choice in (0, -1, seed):
        state = start.copy()
        for seat in done:
            actions = legal(state, seat)
            rules.play(state, seat, actions[choice % len(actions)])
        before = fields(state)
        seen = state.copy()
        rules.hide(seen, watcher)
        views.append(fields(seen))
        assert fields(state) == before
        assert rules.actors(seen) == rules.actors(state) and legal(seen, watcher) == legal(state, watcher)
        own = state.copy()
        rules.hide(own, done[0])
        assert fields(own)["latest"] != fields(seen)["latest"], "one's own tile stays in sight"
    assert views[0] == views[1] == views[2]
    expected = fields(start) | {"to_lay": views[0]["to_lay"]}
    assert views[0] == expected, "the boards look as they did when the round began"


def test_nothing_is_hidden_once_everybody_has_laid() -> None:
    twins = Twins(3, "one", 2)
    for _ in range(5):
        twins.turn_up()
        for seat in twins.seats():
            twins.lay(seat, legal(twins.state, seat))
    seen = twins.state.copy()
    rules.hide(seen, 0)
    assert fields(seen) == fields(twins.state)


def test_one_sees_what_one_has_laid_oneself() -> None:
    state = new_game(2)
    rules.play(state, CHANCE, rules.DRAWS)
    rules.play(state, 0, rules.SPIRALS + 3)
    rules.hide(state, 0)
    assert state.laid[0, 3] == rules.SPIRAL and state.latest[0] == 3 and state.to_lay == 0b10


# The referee


def test_the_referee_names_places(example: rules.Connections) -> None:
    def why(cell: str, letters: str) -> str:
        reason = try_out(example, cell, letters)
        return referee.why(example, 0, action_of(example, cell, letters), reason)

    assert "extend no connection" in why("a1", "nn..")
    assert "the border is blank there" in why("c5", "n.n.") and "c5" in why("c5", "n.n.")
    assert "tile on c4 has a blank one" in why("d4", "..ww")
    assert "blank side in the north" in why("b3", ".nn.") and "tile on b4 has a wide one" in why("b3", ".nn.")
    assert "the centre has a wide one" in why("c2", "..nn")
    assert "printed centre" in why("c3", "wwww") and "lies on c4 already" in why("c4", "wwww")


def test_the_score_is_explained_to_the_point(example: rules.Connections) -> None:
    put(example, a1="spiral")
    said = referee.explain(example, 0)
    numbers = [int(sentence.split(": ")[1].split()[0]) for sentence in said]
    assert sum(numbers) == rules.points(example, 0) and "1 spiral: 1 point lost." in said
    assert any("a1 south" in sentence and sentence.startswith("3 not reached yet") for sentence in said)


def test_a_lone_player_gets_a_title_in_the_end() -> None:
    match = game("connections").match(1, seed=1)
    while not match.over:
        match.play(match.legal()[0])
    assert match.explain().count("That makes a ") == 1 and referee.title(match.scores[0]) in match.explain()


def test_the_status_tells_who_lays_what() -> None:
    state = new_game(3, "full")
    assert referee.status(state) == "Game 1 of 3, round 1 of 24: a tile is to be turned up."
    rules.play(state, CHANCE, rules.DRAWS)
    rules.play(state, 1, rules.SPIRALS + cell_number("a1"))
    assert referee.status(state) == "Game 1 of 3, round 1 of 24: the key is still to be laid by Player 1 and Player 3."
    assert tile_letters(state, 0) == "n..."
    for _ in range(23):
        for seat in range(3):
            if state.to_lay >> seat & 1:
                rules.play(state, seat, legal(state, seat)[-1])
        rules.play(state, CHANCE, legal(state, CHANCE)[0])
    for seat in range(3):
        rules.play(state, seat, legal(state, seat)[-1])
    assert referee.status(state) == "Game 2 of 3, round 1 of 24: a tile is to be turned up."
