"""The best result of a seat by trying everything through the rules: slow, and without any idea of a model.

It also plays matches for those who compare with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from unittest.mock import patch

import ponticello as pc
from ponticello.engine import verbs
from ponticello.engine.record import Record
from ponticello.engine.verbs import LEGAL


class TooMany(Exception):
    """There are more positions than one wants to wait for."""


def played(game: str, players: int = 1, *, seed: int, who: str = "glance", **options: object) -> pc.Match:
    """Returns a match that quick players have played to its end."""
    with patch.dict(os.environ, PONTICELLO_INTERPRET="1"):  # a few games are not worth compiling for
        match = pc.game(game, **options).match(players, seed=seed)
        seats = [pc.players.player(who, game=game, seed=seed + seat) for seat in range(players)]
        while not match.over:
            seat = match.actors[0]
            match.play(seats[seat].choose(match.view(seat), seat).move)
    return match


def turns_of(match: pc.Match, seat: int) -> list[pc.Turn]:
    """Returns the turns of a seat."""
    return [turn for turn in match.turns() if turn.seat == seat]


class BruteForce:
    """Tries all turns of one seat, while chance and the others do what they did."""

    def __init__(self, match: pc.Match, seat: int, most: int) -> None:
        self.match, self.seat, self.most = match, seat, most
        self.begins = {turn.at for turn in turns_of(match, seat)}
        self.known: dict[tuple[int, bytes], int] = {}

    def best_after(self, turns: int) -> int | None:
        """Returns the points that could be had after some of the seat's turns; None if there are too many ways to try."""
        at = sorted(self.begins)[turns] if turns < len(self.begins) else self.match.length
        try:
            return abs(self._best(self.match.position_after(at).state, at))
        except TooMany:
            return None

    def _best(self, state: Record, at: int) -> int:
        """Returns the best standing from a position on; `at` is the number of the real move that comes next."""
        while at < self.match.length and at not in self.begins:
            move = self.match.moves[at]
            if move.seat != self.seat:
                assert verbs.refusal(state, move.seat, move.action) == LEGAL
                verbs.play(state, move.seat, move.action)
            at += 1
        if at == self.match.length:
            assert verbs.actors(state) == 0
            return int(verbs.standing(state, self.seat))
        key = at, bytes(state)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooMany
            self.known[key] = max(self._best(after, at + 1) for after in self._after_turns(state))
        return self.known[key]

    def _after_turns(self, state: Record) -> Iterator[Record]:
        """Yields the positions after every turn the seat may play, each once."""
        seen, begun = set(), [state]
        while begun:
            now = begun.pop()
            for action in range(self.match.game.rulebook.actions):
                if verbs.refusal(now, self.seat, action) == LEGAL:
                    after = now.copy()
                    verbs.play(after, self.seat, action)
                    if bytes(after) not in seen:
                        seen.add(bytes(after))
                        if verbs.actors(after) >> self.seat & 1 and verbs.mid_turn(after, self.seat):
                            begun.append(after)
                        else:
                            yield after
