"""Nets that have learned a game: where they lie, for which games they hold, and how they are asked about positions.

A net is an ONNX file. It takes `planes` and `scalars` as `observe` writes them for the seat to act, and gives `policy`, logits
over all actions of the game, and `value`: each seat's share of the victory, the seat that looks first; alone, the points in the
end. A card beside it, in TOML, says for which game, how many players and which options it holds.
"""

from __future__ import annotations

import functools
import importlib.util
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.batch import no_observations
from ponticello.engine.datafile import DataFile
from ponticello.engine.errors import BadData
from ponticello.engine.native import interpreted
from ponticello.engine.observation import PLANE, SCALAR, ObservationSpec
from ponticello.engine.words import mark, say
from ponticello.games import folder_of, rulebook
from ponticello.table.game import Game

log = logging.getLogger("ponticello")
FOLDER = "nets"  # beside a game
EXPLORATION, PLAYOUTS = 1.5, 0.5  # how a search asks a net, where its card says nothing else

Judgement = tuple[NDArray[np.float32], NDArray[np.float32]]  # policy and value of several positions


class Net:
    """A net that can be asked, on one core: who has several asks several times at once."""

    def __init__(self, path: Path, spec: ObservationSpec, actions: int, seats: int, search: Mapping[str, float]) -> None:
        self.path = path
        self.spec = spec
        self.exploration = float(search.get("exploration", EXPLORATION))
        self.playouts = float(search.get("playouts", PLAYOUTS))
        self._session = _session(path)
        if not self._fits(actions, seats):
            sentence = say(
                "{file} is not a net for this game: it must take planes of {planes} and {scalars} scalars, and give {actions} "
                "actions and {seats} values",
                file=path,
                planes="x".join(map(str, spec.planes_shape)),
                scalars=len(spec.scalars),
                actions=actions,
                seats=seats,
            )
            raise BadData(sentence)

    def _fits(self, actions: int, seats: int) -> bool:
        """Tells whether the net answers what it will be asked, with numbers."""
        planes, scalars = np.zeros((1, *self.spec.planes_shape), PLANE), np.zeros((1, *self.spec.scalars_shape), SCALAR)
        try:
            policy, value = self.judge(planes, scalars)
        except Exception:  # of many kinds, which onnxruntime does not name
            return False
        shapes_fit = policy.shape == (1, actions) and value.shape == (1, seats) and policy.dtype == value.dtype == np.float32
        return shapes_fit and bool(np.isfinite(policy).all() and np.isfinite(value).all())

    def judge(self, planes: NDArray[np.int8], scalars: NDArray[np.int16]) -> Judgement:
        """Returns what the net says of several positions: logits over all actions, and what each is worth."""
        policy, value = self._session.run(["policy", "value"], {"planes": planes, "scalars": scalars})
        return policy, value


def _session(path: Path) -> Any:
    """Opens an ONNX file."""
    if not has_runtime():
        raise BadData(say("{file} needs onnxruntime: pip install 'ponticello[nets]'", file=path))
    try:
        import onnxruntime
    except ImportError as error:  # which it makes of a Ctrl-C while it is being loaded
        raise error.__cause__ or error from None

    try:
        content = path.expanduser().read_bytes()
    except OSError as error:
        raise BadData(say("{file} cannot be read: {reason}", file=path, reason=error.strerror)) from None
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(content, settings, providers=["CPUExecutionProvider"])
    except Exception:  # of many kinds, which onnxruntime does not name
        raise BadData(say("{file} is not a net: it cannot be read as ONNX", file=path)) from None


def has_runtime() -> bool:
    """Tells whether nets can be asked at all."""
    return importlib.util.find_spec("onnxruntime") is not None


def net_for(game: Game, players: int, file: Path | None = None) -> Net | None:
    """Returns the net in a file, or the one that lies beside a game; where there is none it returns None, and says why, once."""
    net = _net(file, game.name, players, tuple(game.options.items()), False)
    if net is None and not fitting_cards(game, players):
        words = mark("no net of {game} holds for this number of players and these options, so it is played without one")
        tell_once(say(words, game=game.title))
    return net


def strongest_net(game: Game, players: int) -> Net | None:
    """Returns the net beside a game that plays better than its hand-made mind, if there is one; if not, nothing is said.

    Without a compiler the hand-made mind plays: it looks at more in the same time. So it does where the net is broken, which is
    said once: nobody asked for that net by name.
    """
    if interpreted():
        return None
    try:
        return _net(None, game.name, players, tuple(game.options.items()), True)
    except BadData as error:
        tell_once(str(error))
        return None


@functools.lru_cache(maxsize=64)
def _net(file: Path | None, name: str, players: int, options: tuple[tuple[str, Any], ...], strongest: bool) -> Net | None:
    game = Game(rulebook(name), dict(options))
    if file is not None:
        return open_net(file, game, players)
    cards = fitting_cards(game, players, strongest)
    if not cards:
        return None
    if not has_runtime():
        tell_once(say("nets need onnxruntime (pip install 'ponticello[nets]'), so {game} is played without one", game=game.title))
        return None
    return open_net(cards[0].with_suffix(".onnx"), game, players)


def open_net(path: Path, game: Game, players: int) -> Net:
    """Returns the net in a file, for a game and a number of players."""
    if game.rulebook.observation is None:
        raise BadData(no_observations(game.title))
    card = path.with_suffix(".toml")
    search: Any = DataFile.read(card).table.get("search", {}) if card.exists() else {}
    return Net(path, game.observation_spec(players), game.rulebook.actions, players, search)


def fitting_cards(game: Game, players: int, strongest: bool = False) -> list[Path]:
    """Returns the cards of the nets beside a game that hold for it, perhaps of those only that are stronger than its mind."""
    cards = sorted((folder_of(game.name) / FOLDER).glob("*.toml"))
    read = {card: DataFile.read(card) for card in cards}
    return [
        card for card in cards if holds_for(read[card], game, players) and (read[card].table.get("strongest") or not strongest)
    ]


def holds_for(card: DataFile, game: Game, players: int) -> bool:
    """Tells whether a net holds for a game with its options and a number of players; options not on its card may be any."""
    wanted: dict[str, Any] = card.table.get("options", {})
    return card.integer("players", 1, 4) == players and all(game.options[name] in values for name, values in wanted.items())


@functools.cache
def tell_once(sentence: str) -> None:
    """Says something to whoever runs the program, the first time only."""
    log.warning(sentence)
