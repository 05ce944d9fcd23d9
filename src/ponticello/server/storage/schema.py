"""The tables of the database. What happened at a match is only ever added to, one row after the other."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("clock", JSON),
    Column("seed", String(80), nullable=False),
    Column("creator", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("public", Boolean, nullable=False, server_default=false()),  # whether the lobby lists it while it is played
    Column("chat", Boolean, nullable=False, server_default=false()),  # whether those who sit there may write to each other
    Column("opening", JSON(none_as_null=True)),  # what had been played before it began, elsewhere or at another match
    Column("deal", JSON(none_as_null=True)),  # the deal of a day that is played here
    # What follows from the rows, kept for lists and for the upkeep of the clocks.
    Column("status", String(10), nullable=False),
    Column("lobby", Integer, nullable=False),
    Column("touched", Float, nullable=False),
    Column("due", Float),
    Column("awaited", Integer),  # the seats whose people are to act, a bit each; unknown until something happens there
    Index("matches_due", "due"),
    Index("matches_lobby", "lobby", "created"),
    Index("matches_creator", "creator", "status"),
    Index("matches_public", "public", "status", "touched"),
)

rows = Table(
    "rows",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

seatings = Table(
    "seatings",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(40), nullable=False),
    Column("left_at", Float),  # when the last of its pages was closed
    Column("told", Integer),  # the last turn, by number, of which its owner was told from afar
    Index("seatings_guest", "guest"),
)

talk = Table(  # what people say to each other at a match: no part of it, and gone soon after its end
    "talk",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match", String(20), ForeignKey("matches.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("unheard", JSON, nullable=False),  # the guests who had muted the others when it was said, and never hear it
)

mutes = Table(  # who does not want to hear the others at a match
    "mutes",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("guest", String(40), primary_key=True),
)

results = Table(  # how a match ended for each seat that a guest held
    "results",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("level", Integer, nullable=False),
    Column("outcome", String(10), nullable=False),
    Column("score", Integer),
    Column("standing", BigInteger),
    Column("ended", Float, nullable=False),
    Column("hinted", Boolean, nullable=False, server_default=false()),  # whether the seat had a hint
    Index("results_guest", "guest", "ended"),
)

reviews = Table(  # what a match that is over could have been, as far as that is worked out
    "reviews",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the format
    Column("state", String(10), nullable=False),
    Column("content", Text),  # as JSON
    Column("guest", String(40), nullable=False),  # who has asked for it
    Column("asked", Float, nullable=False),
    Column("server", String(40)),  # which works on it, and when it last said so
    Column("beat", Float),
    Index("reviews_state", "state", "asked"),
)

requests = Table(  # what may be asked for only so often in a day: by whom it was, and where
    "requests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("what", String(10), nullable=False),
    Column("guest", String(40), nullable=False),
    Column("address", String(64)),  # a hash of it, by a key that changes every day
    Column("at", Float, nullable=False, index=True),
    Index("requests_guest", "guest", "what"),
    Index("requests_address", "address", "what"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("recovery", String(64), unique=True),  # the hash of the code in the recovery link
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(40), ForeignKey("guests.id"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

sockets = Table(
    "sockets",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("server", String(40), nullable=False, index=True),
    Column("match", String(20), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("beat", Float, nullable=False),
)

devices = Table(  # to which somebody wants to be told, by their browser's maker, that it is their turn
    "devices",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the address
    Column("guest", String(40), ForeignKey("guests.id"), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),  # the address, and the two keys by which only that browser reads
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(10), nullable=False),
    Column("site", String(260), nullable=False),  # who sends, as the maker of the browser is told
    Column("made", Float, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
)

wishes = Table(  # of which matches a device is told
    "wishes",
    metadata,
    Column("device", String(64), ForeignKey("devices.id"), primary_key=True),
    Column("match", String(20), primary_key=True),  # empty for all of them
)

paces = Table(  # of PostgreSQL only: how much is left of what may be done only so often, until all of it is
    "paces",
    metadata,
    Column("key", String(64), primary_key=True),  # a hash of who and what, by a key that changes every day
    Column("remaining", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("rate", Float, nullable=False),
    Column("burst", Float, nullable=False),
)

origins = Table(  # from where the matches of today were made
    "origins",
    metadata,
    Column("match", String(20), ForeignKey("matches.id"), primary_key=True),
    Column("address", String(64), nullable=False, index=True),  # a hash of it, by a key that changes every day
    Column("made", Float, nullable=False, index=True),
)

lessons = Table(  # the steps that guests have done
    "lessons",
    metadata,
    Column("guest", String(40), ForeignKey("guests.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),  # from 1
)

puzzle_tries = Table(  # how a guest's first try at a puzzle ended, which is the one that counts
    "puzzle_tries",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)

puzzlers = Table(  # how a guest does at the puzzles of a game
    "puzzlers",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # solved in a row, up to now and at best
    Column("best", Integer, nullable=False),
)

puzzle_ratings = Table(  # how hard a puzzle has turned out to be
    "puzzle_ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

daily_days = Table(  # what all have in common who play on the same day
    "daily_days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),  # from which the deals follow; published the day after
    Column("puzzles", JSON, nullable=False),  # the puzzle of the day, by game
)

daily_tries = Table(  # the one try of a guest at a game of a day that counts
    "daily_tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("guest", String(40), primary_key=True),  # empty for the house, which plays too
    Column("match", String(20)),  # at a deal
    Column("solved", Boolean),  # at a puzzle
    Column("at", Float, nullable=False),
    Index("daily_tries_guest", "guest"),
)

keys = Table("keys", metadata, Column("name", String(40), primary_key=True), Column("value", String(200), nullable=False))
