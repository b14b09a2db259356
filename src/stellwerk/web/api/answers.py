"""What the API answers, field by field. Fields may be added within a version; those here stay (`docs/api.md`)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


def example(**fields: Any) -> ConfigDict:
    return ConfigDict(extra="allow", json_schema_extra={"examples": [fields]})


class Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class Nothing(Answer):
    """It is done; there is nothing to say about it."""


class Problem(Answer):
    code: str
    """A word for programs; `illegal`, `stale`, `forbidden` …"""
    text: str
    """A sentence in the reader's language."""
    rule: str | None = None
    """Title and section of the rule that forbids it."""


class Refusal(Answer):
    """Every answer with a status from 400 on."""

    model_config = example(error={"code": "illegal", "text": "a worker is missing", "rule": "yokohama setup.9"})
    error: Problem


# --- playing ---------------------------------------------------------------------------------------------------------


class Done(Answer):
    """Where the table stands now. `first` is the first version this request wrote; `motion` waits for agreement."""

    model_config = example(version=41, first=41, motion=None, log=["0 take-turn-order 2"])
    version: int
    first: int
    motion: str | None
    log: list[str]


class Opened(Answer):
    """A new table; `links` are secrets, by seat."""

    model_config = example(table="k3v9x2", links={"1": "https://example.org/seat/…"})
    table: str
    links: dict[int, str]


class TableId(Answer):
    table: str


class Taken(Answer):
    table: str
    seat: int


class Place(Answer):
    seat: int
    kind: str
    name: str
    bot: str | None
    spent: int
    """Thinking time in milliseconds."""


class Clock(Answer):
    seconds: int
    consequence: str
    quiet: list[int] | None
    weekends: bool
    zone: int


class Motion(Answer):
    """Something that needs agreement."""

    id: str
    kind: str
    details: Any
    seat: int | None
    host: bool
    version: int
    needs: list[int]
    votes: Any
    status: str
    missing: list[int]


class Table(Answer):
    """A table as whoever asks may see it from outside. Times are milliseconds since 1970."""

    id: str
    game: str
    title: str
    name: str
    status: str
    version: int
    revision: int
    host: bool
    to_move: int | None
    my_turn: bool
    mine: list[int]
    question: str | None
    rule: str | None
    seats: list[Place]
    variants: dict[str, Any]
    hotseat: bool
    spectators: bool
    listed: bool
    imagined: bool
    source: str | None
    origin: str | None
    clock: Clock | None
    asked_at: int | None
    deadline: int | None
    motions: list[Motion]
    edition: str | None
    problem: str | None
    shared: dict[int, int]
    orders: dict[int, Any]
    archived: bool
    created: int
    touched: int


class Turn(Answer):
    table: str
    game: str
    version: int
    seat: int | None


class Option(Answer):
    action: str
    text: str


class Offer(Answer):
    """The open question; `options` only for the seat that is asked, all of them where `complete`."""

    model_config = example(
        version=40,
        asked=0,
        question="Choose a space",
        rule="yokohama setup.9",
        kinds=["place-worker"],
        options=[{"action": "place-worker track-1", "text": "Place a worker on …"}],
        complete=True,
    )
    version: int
    asked: int | None
    question: str | None
    rule: str | None
    kinds: list[str]
    options: list[Option]
    complete: bool


class Objection(Answer):
    model_config = example(legal=False, text="a worker is missing", rule="yokohama setup.9")
    legal: bool
    text: str | None
    rule: str | None


class Line(Answer):
    """An entry of the log as whoever asks may read it; `action` is `?` where it is hidden."""

    version: int
    seat: int
    action: str
    said: str | None
    events: list[str]
    undone: bool
    undo: int | None
    note: str | None
    at: int
    why: str | None
    rule: str | None


class ScoreItem(Answer):
    text: str
    points: int


class Score(Answer):
    seat: int
    total: int
    rank: int
    items: list[ScoreItem]


class Note(Answer):
    text: str


class Remark(Answer):
    id: int
    seat: int | None
    name: str
    text: str
    at: int


class GameInfo(Answer):
    id: str
    title: str
    seats: list[int]
    variants: dict[str, Any]
    bots: list[str]


class Program(Answer):
    id: str
    title: str
    argument: str | None
    choices: list[Any]


class SeatLink(Answer):
    link: str | None


# --- operators -------------------------------------------------------------------------------------------------------


class Row(Answer):
    """A row of what operators see."""

    id: str | int


class Health(Answer):
    status: str
