"""Playing on: actions, what chance and standing orders answer after them, undo. All inside one unit of work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sqlalchemy import insert, select, update

from stellwerk.core import (
    CHANCE,
    REFEREE,
    Action,
    BadNotation,
    Choice,
    Dealer,
    Endless,
    Options,
    Seat,
    Text,
    advance,
    objection,
    pending,
)
from stellwerk.core.dump import plain
from stellwerk.core.engine import MOST_DEALT
from stellwerk.core.log import Entry
from stellwerk.table import schema
from stellwerk.table.desk import SNAPSHOT_EVERY, Desk, freeze, rules_of
from stellwerk.table.model import Done, Place, Refused
from stellwerk.table.prepared import Prepared
from stellwerk.table.requests import Request, fingerprint
from stellwerk.table.store import Tx

ORDERS_IN_A_ROW = 200
NOTICE_DELAY = 5_000

Thought: TypeAlias = Mapping[str, Any]

# Statements that every move needs are made once.
ENTER = Prepared(insert(schema.log), *schema.log.c.keys())
POSTED = ("table_id", "kind", "seat", "version", "due", "tries", "status")
POST = Prepared(insert(schema.outbox), *POSTED)


def stale(desk: Desk) -> Refused:
    return Refused(
        "stale",
        Text("the table has moved on to version {version}; look again before you decide", version=desk.version),
        409,
        version=desk.version,
    )


@dataclass
class Draft:
    """What a unit of work adds to a table: entries, and the state they lead to. The desk itself is not touched."""

    tx: Tx
    desk: Desk
    dealer: Dealer
    now: int
    person: str | None = None
    rows: list[dict[str, Any]] = field(default_factory=list)
    spent: dict[Seat, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        playable(self.desk)
        self.state = self.desk.state.copy()
        self.rewound = self.desk.rewound

    @property
    def version(self) -> int:
        return self.desk.version + len(self.rows)

    def note(self, seat: Seat, text: str, **more: Any) -> None:
        values = {"readers": None, "undo": None, "question": None, "reveals": False, "note": None, "person": None}
        values["thought"] = None
        place = {"table_id": self.desk.id, "version": self.version + 1, "seat": seat, "text": text, "at": self.now}
        self.rows.append({**values, **place, **more})

    def act(
        self, seat: Seat, action: Action, note: str | None = None, thought: Mapping[str, Any] | None = None
    ) -> None:
        """Through the checked door. `thought` is what a bot keeps for its next decision, and why it chose this."""
        choice = pending(self.state)
        refusal = objection(self.state, seat, action)
        if refusal is not None:
            raise refusal
        more: dict[str, Any] = {"note": note, "person": self.person, "thought": thought}
        if choice is not None and seat != REFEREE:
            more["readers"] = choice.readers(self.state, action)
            more["reveals"] = choice.reveals(self.state, action)
        advance(self.state, action)
        self.note(seat, str(action), **more)

    def settle(self) -> None:
        """Chance and standing orders answer until somebody has to think or the game is over."""
        for _ in range(ORDERS_IN_A_ROW):
            self.deal()
            if not self._order():
                return

    def deal(self) -> None:
        choice, before = pending(self.state), len(self.rows)
        while choice is not None and choice.seat(self.state) == CHANCE:
            if len(self.rows) - before >= MOST_DEALT:
                raise Endless
            offered = choice.options(self.state)
            question = _question(choice, offered)
            old = self._redealt(question) if self.rewound else None
            answer = self.desk.rules.parse(old) if old else self.dealer.answer(offered)
            readers = choice.readers(self.state, answer)
            advance(self.state, answer)
            self.note(CHANCE, str(answer), readers=readers, question=f"={question}" if old else question)
            choice = pending(self.state)

    def _redealt(self, question: str) -> str | None:
        """Answers that were undone come again, in their order, before fresh ones: nobody draws twice by undoing."""
        c = schema.log.c
        asked = select(c.version, c.text, c.question).where(
            c.table_id == self.desk.id, c.question.in_((question, f"={question}"))
        )
        stored = [row._asdict() for row in self.tx.conn.execute(asked.order_by(c.version))]
        if not stored:
            return None
        drafted = [r for r in self.rows if r["question"] in (question, f"={question}")]
        counted = self._live()
        undone = [r["text"] for r in stored if r["question"] == question and r["version"] not in counted]
        again = sum(r["question"] != question for r in stored + drafted if r["version"] in counted)
        return undone[again] if again < len(undone) else None

    def _live(self) -> set[int]:
        """The versions that count: from here back, past everything an undo on the way took back."""
        c = schema.log.c
        undone = select(c.version, c.undo).where(c.table_id == self.desk.id, c.undo.is_not(None))
        undos = [(row.version, row.undo) for row in self.tx.conn.execute(undone)]
        undos += [(row["version"], row["undo"]) for row in self.rows if row["undo"] is not None]
        at, counted = self.version, set[int]()
        for version, back in sorted(undos, reverse=True):
            if version <= at:
                counted.update(range(version + 1, at + 1))
                at = back
        return counted.union(range(1, at + 1))

    def _order(self) -> bool:
        """Let the first standing order of the asked seat that has an answer give it."""
        choice = pending(self.state)
        if choice is None:
            return False
        seat = choice.seat(self.state)
        programs = {program.id: program for program in self.desk.rules.programs}
        for name, argument in self.desk.place(seat).orders:
            action = programs[name].answer(self.state, seat, argument) if name in programs else None
            if action is not None and objection(self.state, seat, action) is None:
                self.act(seat, action, note="order")
                return True
        return False

    def readable(self, seat: Seat) -> tuple[str, ...]:
        rows = self.rows
        return tuple(str(Entry(r["seat"], r["text"], r["readers"], r["undo"]).for_reader(seat)) for r in rows)

    def finish(self) -> Desk:
        """Everything written: log, table, snapshot, and who is to be told."""
        old = self.desk
        if self.rows:
            ENTER(self.tx.conn, *self.rows)
        choice = pending(self.state)
        asked = None if choice is None else choice.seat(self.state)
        desk = replace(
            old,
            version=self.version,
            state=self.state,
            rewound=self.rewound,
            status="running" if choice is not None else "over",
            to_move=asked,
            asked_at=self.now,
            deadline=self.now + old.clock.seconds * 1000 if old.clock and asked is not None else None,
            archived=False,
            places=self._timed(),
        )
        self._snapshot(desk)
        desk = self.tx.save(self._lapse(desk))
        call(self.tx, old, desk, self.now)
        return desk

    def _timed(self) -> tuple[Place, ...]:
        """The places, with the time that whoever was asked has thought."""
        asked, since, places = self.desk.to_move, self.desk.asked_at, self.desk.places
        if asked is None or since is None or since >= self.now:
            return places
        place = replace(self.desk.place(asked), spent=places[asked].spent + self.now - since)
        return (*places[:asked], place, *places[asked + 1 :])

    def _lapse(self, desk: Desk) -> Desk:
        """An undo is asked for at one version; once the game has moved on it is void."""
        void = [motion.id for motion in desk.motions if motion.kind == "undo"]
        if not void:
            return desk
        self.tx.conn.execute(update(schema.motions).where(schema.motions.c.id.in_(void)), {"status": "lapsed"})
        return replace(desk, motions=tuple(motion for motion in desk.motions if motion.kind != "undo"))

    def _snapshot(self, desk: Desk) -> None:
        if desk.version // SNAPSHOT_EVERY == self.desk.version // SNAPSHOT_EVERY:
            return
        values = {"table_id": desk.id, "version": desk.version, "rules": rules_of(desk), "state": freeze(desk)}
        self.tx.conn.execute(insert(schema.snapshots), values)


def _question(choice: Choice[Any], offered: Options) -> str:
    """A chance question is the same when the same step asks it with the same options."""
    return fingerprint(plain(choice), [str(action) for action in offered])[:32]


def call(tx: Tx, old: Desk, desk: Desk, now: int) -> None:
    """Whoever is asked now is called: a bot at once, people after a moment, and once a turn."""
    if desk.to_move is None or desk.status != "running":
        return
    place = desk.place(desk.to_move)
    if place.kind == "bot":
        tx.store.turns.defer(tx, desk)
    elif place.people and not desk.hotseat and (old.to_move != desk.to_move or old.status != desk.status):
        remind(tx, desk, "turn", now + NOTICE_DELAY)


def remind(tx: Tx, desk: Desk, kind: str, due: int) -> None:
    """The players of the seat that is asked are to be told."""
    values = (desk.id, kind, desk.to_move, desk.version, due, 0, "open")
    POST(tx.conn, dict(zip(POSTED, values, strict=True)))


# --- what seats ask for ----------------------------------------------------------------------------------------------


def act(
    tx: Tx,
    desk: Desk,
    request: Request,
    line: str,
    at: int,
    dealer: Dealer,
    note: str | None = None,
    thought: Thought | None = None,
) -> Done:
    ready(desk, at)
    draft = Draft(tx, desk, dealer, request.now, request.person)
    draft.act(request.seat, parsed(desk, line), note, thought)
    draft.settle()
    draft.finish()
    return Done(draft.version, at + 1, log=draft.readable(request.seat))


def parsed(desk: Desk, line: str) -> Action:
    try:
        return desk.rules.parse(line)
    except BadNotation as error:
        raise Refused("notation", error.text, 422) from error


def playable(desk: Desk) -> None:
    """There is a state to look at and to play on."""
    if desk.unknown is not None:
        raise Refused("rules", desk.unknown, 409)
    if desk.state is None:
        raise Refused("waiting", Text("the game begins when every seat is taken"), 409)


def ready(desk: Desk, at: int) -> None:
    playable(desk)
    if at != desk.version:
        raise stale(desk)
    if desk.status == "ended":
        raise Refused("ended", Text("this game was ended by agreement"), 409)
