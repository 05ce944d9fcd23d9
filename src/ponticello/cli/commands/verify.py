"""`ponticello verify`: was the shuffle of a finished game fair?"""

from __future__ import annotations

from ponticello.cli.arguments import RecordFile
from ponticello.cli.command import command
from ponticello.cli.recorded_game import records_of
from ponticello.engine.errors import BadRecord
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import say


@command("verify", ("ponticello verify game.pont", "the seed, its published hash, and every draw"))
def verify_command(file: RecordFile) -> None:
    """Check the shuffle of finished games: does every draw follow from the seed, and the seed from the published hash?"""
    for number, record in enumerate(records_of(file), start=1):
        match = record.replay()
        draws = sum(move.seat == CHANCE for move in match.moves)
        game = say("game {number} ({title})", number=number, title=match.game.title)
        if not match.over:
            raise BadRecord(say("{file}: {game} is not finished, so its seed is still a secret", file=file, game=game))
        if "seed" not in record.header or "shuffle" not in record.header:
            raise BadRecord(
                say(
                    "{file}: {game} names no seed, or no hash published before it, so its shuffle cannot be checked",
                    file=file,
                    game=game,
                )
            )
        print(
            say(
                "{game}: fair. The seed {seed} has the published hash, and all {draws} draws follow from it.",
                game=game,
                seed=match.shuffle.seed,
                draws=draws,
            )
        )
