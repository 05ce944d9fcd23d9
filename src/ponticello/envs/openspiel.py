"""Every game as a Python game of OpenSpiel; importing this module registers them: `pyspiel.load_game("ponticello_ponte")`.

The options of a game are its parameters, and so are:

- `players`: two, unless said otherwise (or the smallest number that can play, if that is more);
- `utility`: "result", from -1 to 1 and in sum 0, or "points"; who plays alone plays for points;
- `opening` and `seed`: the game begins after so many actions drawn at random, which makes small games of large ones.

What all do at once is done one after the other, the lowest seat first; information states and observations leave out what the
others have done in the running round.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Any, ClassVar

from ponticello.envs.missing import missing

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("OpenSpiel") from error
import numpy as np
from numpy.typing import NDArray

from ponticello.engine import verbs
from ponticello.engine.advance import advance
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.errors import BadOption
from ponticello.engine.game import Rulebook
from ponticello.engine.record import Record, Records
from ponticello.engine.verbs import CHANCE
from ponticello.envs.rewards import direction, results
from ponticello.envs.settings import usual_players
from ponticello.envs.views import MARK, NUMBER, planes_size
from ponticello.table.game import Game, games
from ponticello.table.position import Position

LONGEST = 1000  # actions: more than any game takes
MOST_POINTS = 1000.0  # more than any game gives or takes
NO_ACTION = -1
FIRST_TO_ACT = -1
STEP = struct.Struct("=hh")  # what happened: a seat and its action

GameType: Any = pyspiel.GameType
PlayerId: Any = pyspiel.PlayerId


class PonticelloGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters settled."""

    rulebook: ClassVar[Rulebook]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**default_parameters(self.rulebook), **(params or {})}
        players, self.utility = usual_players(self.rulebook, given["players"]), given["utility"]
        if self.utility not in ("result", "points"):
            raise BadOption(f"utility must be result or points, not {self.utility!r}")
        if players == 1:
            self.utility = "points"
        self.game = Game(self.rulebook, {option.name: given[option.name] for option in self.rulebook.options})
        self.spec = self.game.observation_spec(players)
        self.planes = planes_size(self.spec)
        self.numbers = self.planes + len(self.spec.scalars)
        self.players = players
        start = self.game.position(players).state
        self._states, self._dice = Records.of(start, 1), Records(Dice, new_dice(0).array)
        self._chosen = np.full(CHANCE + 1, NO_ACTION, np.int64)
        self._mask = np.zeros((1, self.rulebook.actions), MARK)
        self._scores = np.zeros((2, players), np.int64)
        self.opening = opening(start, self.rulebook, given["opening"], given["seed"])
        self.opening_after = self.advance(self.opening)
        most = 1.0 if self.utility == "result" else MOST_POINTS
        super().__init__(
            game_type(self.rulebook, players, self.utility),
            pyspiel.GameInfo(
                num_distinct_actions=self.rulebook.actions,
                max_chance_outcomes=self.rulebook.actions if has_chance(self.rulebook) else 0,
                num_players=players,
                min_utility=-most,
                max_utility=most,
                utility_sum=0.0 if self.utility == "result" else None,
                max_game_length=LONGEST,
            ),
            params or {},
        )

    def new_initial_state(self) -> PonticelloState:
        """Returns the start of the game."""
        return PonticelloState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PonticelloObserver:
        """Returns what turns states into observations, or with perfect recall into information states."""
        if params:
            raise ValueError(f"observers of {self.rulebook.title} take no parameters, not {params}")
        return PonticelloObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def advance(self, record: Record, seat: int = 0, action: int = NO_ACTION) -> tuple[int, bytes]:
        """Plays an action, if there is one, in a record; returns the seats to act and the legal actions of the first of them."""
        self._chosen[seat] = action
        acting = self._call(record, np.array([FIRST_TO_ACT], np.int64), np.zeros((0, self.numbers), NUMBER))
        self._chosen[seat] = NO_ACTION
        return acting, self._mask.tobytes()

    def look(self, record: Record, seat: int) -> NDArray[np.int16]:
        """Returns what a seat sees."""
        view = np.zeros((1, self.numbers), NUMBER)
        self._call(record, np.array([seat], np.int64), view)
        return view.reshape(-1)

    def worth(self, record: Record) -> list[float]:
        """Returns what a finished game is worth to every seat."""
        if self.utility == "result":
            return results([int(verbs.standing(record, seat)) for seat in range(self.players)])
        sign = direction(self.rulebook)
        return [float(sign * verbs.points(record, seat)) for seat in range(self.players)]

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self),)

    def _call(self, record: Record, eyes: NDArray[np.int64], views: NDArray[np.int16]) -> int:
        states = Records(self.rulebook.state, record.array)
        scores, standings = self._scores
        return advance(states, self._dice, self._chosen, 0, self.planes, scores, standings, eyes, self._mask, views)


class PonticelloState(pyspiel.State):  # type: ignore[misc]
    """A position and how it came about. OpenSpiel copies states often, so all that is kept is cheap to copy."""

    def __init__(self, game: PonticelloGame) -> None:
        super().__init__(game)
        self._record = game.opening.copy()
        self._acting, self._mask = game.opening_after
        self._steps = b""  # all that happened, a STEP each
        self._round = 0  # how long that was when the running round began: just after chance last spoke

    @property
    def _game(self) -> PonticelloGame:
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """Returns who is to act: a seat, chance, or nobody."""
        if self._acting == 0:
            return PlayerId.TERMINAL  # type: ignore[no-any-return]
        seat = self._seat()
        return PlayerId.CHANCE if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Tells whether the game is over."""
        return self._acting == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns what chance can do, with its probabilities."""
        ways = {action: verbs.weight(self._record, action) for action in self._legal_actions(PlayerId.CHANCE)}
        total = sum(ways.values())
        return [(action, weight / total) for action, weight in ways.items()]

    def returns(self) -> list[float]:
        """Returns what the game was worth to every seat; nothing before it is over."""
        return self._game.worth(self._record) if self._acting == 0 else [0.0] * self._game.players

    def seen_by(self, player: int) -> NDArray[np.int16]:
        """Returns what has happened as far as a seat knows it: rows of a seat and its action.

        Where all act at once, what the others have done in the running round is left out.
        """
        steps = np.frombuffer(self._steps, np.int16).reshape(-1, 2)
        if self._acting == 0 or not self._game.rulebook.simultaneous:
            return steps
        known = steps[:, 0] == player
        known[: self._round] = True
        return steps.compress(known, axis=0)

    def record_of(self) -> Record:
        """Returns the record of the position itself, with what is hidden in it."""
        return self._record

    def _seat(self) -> int:
        return (self._acting & -self._acting).bit_length() - 1

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(np.frombuffer(self._mask, MARK)).tolist()

    def _apply_action(self, action: int) -> None:
        seat = self._seat()
        self._acting, self._mask = self._game.advance(self._record, seat, action)
        self._steps += STEP.pack(seat, action)
        if seat == CHANCE:
            self._round = len(self._steps) // STEP.size

    def _action_to_string(self, player: int, action: int) -> str:
        return self._game.rulebook.write(self._record, CHANCE if player == PlayerId.CHANCE else player, action)

    def __str__(self) -> str:
        """The board in characters, and a mark that no other position has."""
        text = Position(self._game.game, self._game.players, self._record).text()
        return f"{text}\n{hashlib.sha256(bytes(self._record)).hexdigest()[:16]}"


class PonticelloObserver:
    """Turns a state into what a seat sees: numbers in `tensor`, their parts by name in `dict`, and a string."""

    def __init__(self, game: PonticelloGame, kind: Any) -> None:
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("seats observe what is public and what is their own; no other observation is offered")
        self._game = game
        self._recall = kind.perfect_recall
        parts: dict[str, tuple[int, ...]] = {"planes": game.spec.planes_shape, "scalars": game.spec.scalars_shape}
        if self._recall:
            parts["history"] = (LONGEST, 2)
        sizes = [int(np.prod(shape)) for shape in parts.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        pieces = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: piece.reshape(shape) for (name, shape), piece in zip(parts.items(), pieces, strict=True)}

    def set_from(self, state: PonticelloState, player: int) -> None:
        """Writes what a seat sees into the tensor: planes and scalars, and with perfect recall what has happened.

        In the history, seats and actions are counted from 1, since 0 is what has not happened.
        """
        self.tensor[: self._game.numbers] = self._game.look(state.record_of(), player)
        if self._recall:
            seen = state.seen_by(player)
            self.dict["history"].fill(0)
            self.dict["history"][: len(seen)] = seen + 1

    def string_from(self, state: PonticelloState, player: int) -> str:
        """Returns the board as a seat sees it or, with perfect recall, what has happened as far as it knows."""
        if self._recall:
            return " ".join([f"seat {player}:", *(f"{seat}.{action}" for seat, action in state.seen_by(player).tolist())])
        seen = Position(self._game.game, self._game.players, state.record_of()).view(player)
        return f"seat {player}:\n{seen.text()}"


def load_game(name: str) -> PonticelloGame:
    """Returns a game by its name and parameters, as OpenSpiel does; unpickling it makes sure that they are registered."""
    return pyspiel.load_game(name)  # type: ignore[no-any-return]


def default_parameters(rulebook: Rulebook) -> dict[str, Any]:
    """Returns the parameters of a game with what they are unless said otherwise."""
    options = {option.name: option.default for option in rulebook.options}
    return {"players": usual_players(rulebook, None), "utility": "result", "opening": 0, "seed": 0, **options}


def game_type(rulebook: Rulebook, players: int, utility: str) -> Any:
    """Returns what kind of game OpenSpiel should take it for."""
    hides = rulebook.simultaneous and players > 1
    return GameType(
        short_name=f"ponticello_{rulebook.name}",
        long_name=rulebook.title,
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(rulebook) else GameType.ChanceMode.DETERMINISTIC,
        information=GameType.Information.IMPERFECT_INFORMATION if hides else GameType.Information.PERFECT_INFORMATION,
        utility=GameType.Utility.ZERO_SUM if utility == "result" else GameType.Utility.GENERAL_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=max(rulebook.players),
        min_num_players=min(rulebook.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=default_parameters(rulebook),
    )


def opening(start: Record, rulebook: Rulebook, actions: int, seed: int) -> Record:
    """Returns the position after so many actions drawn at random, or the last one in which somebody is to act."""
    record, dice, marks = start.copy(), new_dice(seed), np.zeros(rulebook.actions, MARK)
    for _ in range(actions):
        before = record.copy()
        seat = verbs.first_actor(record)
        verbs.play(record, seat, verbs.sample(record, seat, marks.data, dice))
        if verbs.actors(record) == 0:
            return before
    return record


def has_chance(rulebook: Rulebook) -> bool:
    """Tells whether cards or dice have a part in a game, which a game played at random shows."""
    if rulebook.name not in _with_chance:
        game = Game(rulebook, {})
        record, dice, marks = game.position().state, new_dice(0), np.zeros(rulebook.actions, MARK)
        while (seat := verbs.first_actor(record)) not in (CHANCE, -1):
            verbs.play(record, seat, verbs.sample(record, seat, marks.data, dice))
        _with_chance[rulebook.name] = seat == CHANCE
    return _with_chance[rulebook.name]


_with_chance: dict[str, bool] = {}


def _register(rulebook: Rulebook) -> None:
    usual = game_type(rulebook, usual_players(rulebook, None), "result")
    pyspiel.register_game(usual, type(f"Ponticello{rulebook.name.capitalize()}", (PonticelloGame,), {"rulebook": rulebook}))


for each in games():
    _register(each)
