"""What goes in and out of the API, exactly: the OpenAPI description and the checks of what is sent both come from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ponticello.server.matches.clock import MOST_DAYS, MOST_MINUTES, MOST_SECONDS
from ponticello.server.matches.rows import Kind
from ponticello.server.talk import lines
from ponticello.table.names import MOST_LETTERS

MOST_MOVE = 1000  # letters of a turn
MOST_SEATS = 8
MOST_LEVELS = 99
MOST_PLY = 1_000_000
MOST_LINE = 2**31 - 1


def known_emote(name: str) -> str:
    """Returns the name of a sign; refuses any other."""
    if name not in lines.EMOTES:
        raise ValueError(f"there is no such sign; choose from {', '.join(lines.EMOTES)}")
    return name


SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS, description="A seat, from 0.")]
Ply = Annotated[int, Field(ge=0, le=MOST_PLY, description="How many events you had seen: the `ply` of the last snapshot.")]
Word = Annotated[str, Field(max_length=MOST_LETTERS)]
EmoteName = Annotated[str, AfterValidator(known_emote), Field(json_schema_extra={"enum": list(lines.EMOTES)})]
EventKind = Annotated[str, AfterValidator(Kind), Field(json_schema_extra={"enum": [kind.value for kind in Kind]})]


class Wish(BaseModel):
    """Anything that is sent: nothing is guessed, and what is not known is refused."""

    model_config = ConfigDict(strict=True, extra="forbid")


class GameClock(Wish):
    """Time for the whole game, and a little more for each turn."""

    kind: Literal["game"]
    minutes: int = Field(10, ge=1, le=MOST_MINUTES)
    seconds: int = Field(5, ge=0, le=MOST_SECONDS, description="Added after each turn.")


class DaysClock(Wish):
    """Days for each turn."""

    kind: Literal["days"]
    days: int = Field(3, ge=1, le=MOST_DAYS)


Clock = Annotated[GameClock | DaysClock, Field(discriminator="kind")]


class SeatWish(Wish):
    """Who is to sit there: you, another person on your device, whoever has the link, anybody from the lobby, or a bot."""

    kind: Literal["me", "person", "link", "lobby", "bot"]
    name: Word | None = Field(None, description="Of another person on your device.")
    level: int | None = Field(
        None, ge=1, le=MOST_LEVELS, description="Of a bot, from 1 for the weakest; a game says how many it has."
    )


class NewMatch(Wish):
    """A match to be made."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "ponte", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]}]}
    )

    game: Word
    options: dict[Word, Word | Annotated[int, Field(ge=-MOST_PLY, le=MOST_PLY)] | bool] = Field(
        {}, max_length=20, description="Those not given are the usual ones."
    )
    seats: list[SeatWish] = Field(min_length=1, max_length=MOST_SEATS, description="One for each player, in their order.")
    clock: Clock | None = None
    public: bool | None = Field(
        None, description="Whether the lobby lists it while it is played; usually if it has a seat for the lobby."
    )


class SeatOnly(Wish):
    """Which of your seats is meant; it can be left out by who has only one."""

    seat: SeatNumber | None = None


class Join(SeatOnly):
    """Which open seat to take, and under which name."""

    name: Word | None = None


class Turn(SeatOnly):
    """A move, or a whole turn, in the notation of the game."""

    move: str = Field(max_length=MOST_MOVE, examples=["d4,e5"])
    ply: Ply


class TakeBack(SeatOnly):
    """Your last move is to be taken back."""

    ply: Ply


class Answer(SeatOnly):
    """What you say to somebody who wants a move back."""

    agree: bool


class Emote(SeatOnly):
    """A sign for the others at the table."""

    emote: EmoteName


class Chat(SeatOnly):
    """A line for the others at the table."""

    text: str = Field(min_length=1, max_length=lines.MOST_LETTERS)


class Mute(Wish):
    """Whether you want to hear the others at the table."""

    muted: bool


class GoOn(Wish):
    """From where to play on, on which seat, and against whom."""

    turn: int = Field(ge=0, le=MOST_PLY, description="After how many turns of the match, chance included.")
    seat: SeatNumber | None = Field(None, description="Yours, if you say nothing; else that of who is to act there.")
    level: int = Field(1, ge=1, le=MOST_LEVELS, description="Of the bots on all other seats.")


class Import(Wish):
    """A record from elsewhere."""

    record: str = Field(description="The text of a `.pont` file with one match, of 60,000 letters at most.")


class Failure(BaseModel):
    """Why something was refused."""

    error: str = Field(description="One sentence.")


class ClockShown(BaseModel):
    """A seat's clock."""

    left: float = Field(description="Seconds.")
    running: bool
    deadline: float | None = Field(description="When it runs out by the time of the tables, like `at` of an event, if it runs.")


class SeatShown(BaseModel):
    """A seat and who sits there."""

    seat: int
    name: str
    kind: Literal["person", "bot", "link", "lobby"] = Field(description="The last two are open.")
    expects: str = Field(description="The name of whom an open seat is kept for: who sat at the match before.")
    level: int | None = Field(description="Of a bot.")
    you: bool
    to_act: bool
    here: bool = Field(description="Whether a page or a bot of theirs is connected.")
    standin: bool = Field(description="Whether a bot plays for an absent person.")
    out: bool = Field(description="Whether they have resigned or run out of time.")
    score: int | None
    clock: ClockShown | None


class Event(BaseModel):
    """Something that happened."""

    ply: int
    kind: EventKind
    seat: int = Field(description="-1 if it is no seat's.")
    text: str = Field(description="The notation of a move or of a hint, the name of who sat down.")
    words: str = Field(description="The event as a sentence.")
    at: float = Field(description="Seconds since 1970.")


class May(BaseModel):
    """What you can do now besides moving."""

    sit: bool
    undo: bool
    hint: bool
    ask: bool
    answer: bool
    resign: bool
    leave: bool
    return_: bool = Field(alias="return")
    rematch: bool
    review: bool = Field(description="Whether what the match could have been may be looked at, by anybody who sees it.")


class ResultShown(BaseModel):
    """How a match ended."""

    reason: Literal["played", "resigned", "time", "closed"]
    winners: list[int]
    seat: int | None = Field(description="Who resigned or ran out of time.")
    scores: list[int] | None


class Listing(BaseModel):
    """A match in a list."""

    id: str
    game: str
    title: str
    options: dict[str, str | int | bool]
    clock: GameClock | DaysClock | None
    created: float = Field(description="Seconds since 1970.")
    public: bool = Field(description="Whether the lobby lists it while it is played, for whoever wants to watch.")
    status: Literal["waiting", "playing", "over"]
    ply: int = Field(description="How many events you may know. Send it with your move.")
    viewer: int = Field(description="Through which seat's eyes this is seen; -1 for nobody's.")
    you: list[int] = Field(description="Your seats.")
    seats: list[SeatShown]
    to_act: list[int]
    your_turn: bool
    message: str = Field(description="How the match stands, in one sentence.")
    result: ResultShown | None


class Snapshot(Listing):
    """A match as you may know it."""

    task: str = Field(description="What is asked of you now, in one short sentence; empty when it is not your turn.")
    events: list[Event] = Field(description="What has happened since the ply that was asked for.")
    may: May
    asked: int | None = Field(description="The seat that asks for a move back.")
    rematch: str | None = Field(description="The id of the match after this one; only those who have played are told.")
    shuffle: str | None = Field(description="The hash of the secret seed that chance follows.")
    seed: str | None = Field(description="The seed itself, when the game is over.")
    watchers: int


class ReviewShown(BaseModel):
    """What a match could have been, as far as it is worked out."""

    state: Literal["none", "open", "done", "failed"] = Field(description="While it is open, it becomes finer: look again.")
    progress: float = Field(description="How much of it is worked out, from 0 to 1.")
    review: dict[str, Any] | None = Field(
        description="For every turn and every draw what was expected before and after it, and what would have been better."
    )
    hindsight: list[dict[str, Any]] = Field(
        description="For every person at it what was still possible after each of their turns, in games that know it."
    )


class PlaceShown(BaseModel):
    """A line of the table of a day."""

    rank: int | None = Field(description="Null for who has no result.")
    name: str
    result: str
    you: bool


class GameOfDayShown(BaseModel):
    """What a day has of one game."""

    game: str
    title: str
    kind: Literal["deal", "puzzle"]
    puzzle: int | None = Field(description="The number of the puzzle.")
    state: Literal["fresh", "playing", "done"] = Field(description="How far you have come with the try that counts.")
    match: str | None = Field(description="Where you play it, or have played it.")
    result: str
    places: list[PlaceShown] = Field(description="The table of the day: empty before your own try is over.")
    house: int | None = Field(description="When the day is over: the score of the strongest player of the house.")
    best: int | None = Field(description="And the best that was possible, as far as is known.")
    proven: bool = Field(description="Whether nothing better was possible.")


class DayShown(BaseModel):
    """A day: the same deals and puzzles for everybody."""

    day: str
    is_past: bool
    secret: str | None = Field(description="From which the deals follow; published when the day is over.")
    games: list[GameOfDayShown]
    share: str = Field(description="Your results, in words that give nothing away.")


class LineShown(BaseModel):
    """Something that somebody has said at a table."""

    id: int
    seat: int
    name: str
    you: bool
    kind: Literal["emote", "chat"]
    text: str = Field(description="The name of the sign, or what was written.")
    words: str = Field(description="The sign in words, or what was written.")
    at: float = Field(description="Seconds since 1970.")


class TalkShown(BaseModel):
    """What was said at a table, as far as you hear it."""

    may: Literal["", "emote", "chat"] = Field(description="What you may say: nothing, signs only, or words too.")
    muted: bool = Field(description="Whether you have muted the others.")
    last: int = Field(description="The last line of these.")
    lines: list[LineShown]


class Listings(BaseModel):
    """Matches."""

    matches: list[Listing]


class HintShown(BaseModel):
    """What the strongest player would do in your turn."""

    ply: int
    move: str = Field(description="The whole turn.")
    expected: list[float] = Field(
        description="Each seat's share of the victory, 0 to 1; alone, the points in the end. Empty if nobody has thought."
    )
    words: str = Field(description="What it does and expects, as a sentence.")


class Legal(BaseModel):
    """What a seat may play next."""

    ply: int
    seat: int = Field(description="-1 if you have none.")
    draft: str = Field(description="The steps already chosen, as they are written.")
    complete: bool = Field(description="Whether the draft is a whole turn.")
    joiner: str = Field(description="What stands between the steps of one turn.")
    moves: list[str] = Field(description="Every next step; none when it is not your turn.")


class Why(BaseModel):
    """Whether a move is legal and, if not, which rule refuses it."""

    legal: bool
    why: str


class PositionShown(BaseModel):
    """All moves that a seat may know, as an engine is told them: with these any program can set up the position."""

    ply: int
    seat: int
    game: str
    options: dict[str, str | int | bool]
    players: int
    moves: str = Field(examples=["P1 d4; P1 e5; P2 dark"])
