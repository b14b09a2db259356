"""A move: the action, and what chance and standing orders answer after it, in one unit of work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sqlalchemy import insert, select, update

from stellwerk.core import (
    CHANCE,
    REFEREE,
    Action,
    BadNotation,
    Choice,
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
from stellwerk.core.timeline import BY_ORDER
from stellwerk.table.model import Done, Place, Refused
from stellwerk.table.moves import clocks, orders
from stellwerk.table.moves.forced import AUTOMATIC, SINGLE, programs_of
from stellwerk.table.moves.idempotency import Request, fingerprint
from stellwerk.table.moves.lessons import right_move
from stellwerk.table.moves.orders import Order
from stellwerk.table.storage import logs, schema
from stellwerk.table.storage.loaded import SNAPSHOT_EVERY, LoadedTable, freeze, rules_of
from stellwerk.table.storage.statements import Statement
from stellwerk.table.storage.store import UnitOfWork

ORDERS_IN_A_ROW = 200
NOTICE_DELAY = 5_000
WARNING = "warning"
"""The notice that a clock rings soon."""

Thought: TypeAlias = Mapping[str, Any]

# Statements that every move needs are made once.
ENTER = Statement(insert(schema.log), *schema.log.c.keys())
PLAIN_ENTRY = dict.fromkeys(("readers", "undo", "question", "note", "person", "thought")) | {"reveals": False}
POSTED = ("table_id", "kind", "seat", "version", "due", "tries", "status")
POST = Statement(insert(schema.outbox), *POSTED)


def stale(table: LoadedTable) -> Refused:
    return Refused(
        "stale",
        Text("the table has moved on to version {version}; look again before you decide", version=table.version),
        409,
        version=table.version,
    )


@dataclass
class MoveDraft:
    """What a unit of work adds to a table: entries, and the state they lead to. The table itself is not touched."""

    work: UnitOfWork
    table: LoadedTable
    person: str | None = None
    rows: list[dict[str, Any]] = field(default_factory=list)
    spent: dict[Seat, int] = field(default_factory=dict)
    reordered: set[Seat] = field(default_factory=set)
    """Seats whose standing orders are other ones than before."""

    def __post_init__(self) -> None:
        playable(self.table)
        if self.table.finished:
            logs.unpack(self.work.conn, self.table.id)
        self.state = self.table.state.copy()
        self.rewound = self.table.rewound

    @property
    def version(self) -> int:
        return self.table.version + len(self.rows)

    def note(self, seat: Seat, text: str, **more: Any) -> None:
        where = {"table_id": self.table.id, "version": self.version + 1, "at": self.work.now}
        self.rows.append({**PLAIN_ENTRY, **where, "seat": seat, "text": text, **more})

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
        self._end_orders(seat, None if note in (BY_ORDER, AUTOMATIC) else action)

    def settle(self) -> None:
        """Chance and standing orders answer until somebody has to think or the game is over."""
        for _ in range(ORDERS_IN_A_ROW):
            self.deal()
            if not self._order():
                return

    def play(self, entries: Iterable[Entry]) -> None:
        """What a script says for chance and for seats that nobody holds."""
        for entry in entries:
            self.act(entry.seat, self.table.rules.parse(entry.text), note="lesson")

    def deal(self) -> None:
        choice, before = pending(self.state), len(self.rows)
        while choice is not None and choice.seat(self.state) == CHANCE:
            if len(self.rows) - before >= MOST_DEALT:
                raise Endless
            offered = choice.options(self.state)
            question = _question(choice, offered)
            old = self._redealt(question) if self.rewound else None
            answer = self.table.rules.parse(old) if old else self.work.dealer.answer(offered)
            readers = choice.readers(self.state, answer)
            advance(self.state, answer)
            self.note(CHANCE, str(answer), readers=readers, question=f"={question}" if old else question)
            choice = pending(self.state)

    def _redealt(self, question: str) -> str | None:
        """Answers that were undone come again, in their order, before fresh ones: nobody draws twice by undoing."""
        c = schema.log.c
        asked = select(c.version, c.text, c.question).where(
            c.table_id == self.table.id, c.question.in_((question, f"={question}"))
        )
        stored = [row._asdict() for row in self.work.conn.execute(asked.order_by(c.version))]
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
        undone = select(c.version, c.undo).where(c.table_id == self.table.id, c.undo.is_not(None))
        undos = [(row.version, row.undo) for row in self.work.conn.execute(undone)]
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
        for program, argument in orders.by_rank(self.table.place(seat), programs_of(self.table)):
            action = program.answer(self.state, seat, argument)
            if action is not None and objection(self.state, seat, action) is None:
                if program.once:
                    self._reorder(seat, orders.without(self.table.place(seat), (program.id, argument)))
                self.act(seat, action, note=AUTOMATIC if program.id == SINGLE else BY_ORDER)
                return True
        return False

    def _end_orders(self, seat: Seat, by_hand: Action | None) -> None:
        """Standing orders that are reached, or that their player has just crossed by hand, do not wake up again."""
        for place in self.table.places:
            if place.orders:
                done = by_hand if place.number == seat else None
                self._reorder(place.number, orders.after_move(place, self.table.rules.programs, self.state, done))

    def _reorder(self, seat: Seat, standing: tuple[Order, ...]) -> None:
        place = self.table.place(seat)
        if standing != place.orders:
            self.table = self.table.with_place(replace(place, orders=standing))
            self.reordered.add(seat)

    def readable(self, seat: Seat) -> tuple[str, ...]:
        rows = self.rows
        return tuple(str(Entry(r["seat"], r["text"], r["readers"], r["undo"]).for_reader(seat)) for r in rows)

    def finish(self) -> LoadedTable:
        """Everything written: log, table, snapshot, and who is to be told."""
        old = self.table
        if self.rows:
            ENTER(self.work.conn, *self.rows)
        for seat in self.reordered:
            orders.write(self.work.conn, self.table.id, self.table.place(seat))
        choice = pending(self.state)
        asked = None if choice is None else choice.seat(self.state)
        table = replace(
            old,
            version=self.version,
            state=self.state,
            rewound=self.rewound,
            status="running" if choice is not None else "over",
            to_move=asked,
            asked_at=self.work.now,
            archived=False,
            places=self._timed(),
            **clocks.after_move(old, self.state, asked, self.work.now),
        )
        self._snapshot(table)
        table = self.work.save(self._lapse(table))
        notify_next(self.work, old, table)
        return table

    def _timed(self) -> tuple[Place, ...]:
        """The places, with the thinking time added for the seat that was to move."""
        asked, since, places, now = self.table.to_move, self.table.asked_at, self.table.places, self.work.now
        if asked is None or since is None or since >= now:
            return places
        place = replace(self.table.place(asked), spent=places[asked].spent + now - since)
        return (*places[:asked], place, *places[asked + 1 :])

    def _lapse(self, table: LoadedTable) -> LoadedTable:
        """An undo is asked for at one version; once the game has moved on it is void."""
        void = [motion.id for motion in table.motions if motion.kind == "undo"]
        if not void:
            return table
        self.work.conn.execute(update(schema.motions).where(schema.motions.c.id.in_(void)), {"status": "lapsed"})
        return replace(table, motions=tuple(motion for motion in table.motions if motion.kind != "undo"))

    def _snapshot(self, table: LoadedTable) -> None:
        if table.version // SNAPSHOT_EVERY == self.table.version // SNAPSHOT_EVERY:
            return
        values = {"table_id": table.id, "version": table.version, "rules": rules_of(table), "state": freeze(table)}
        self.work.conn.execute(insert(schema.snapshots), values)


def _question(choice: Choice[Any], offered: Options) -> str:
    """A chance question is the same when the same step asks it with the same options."""
    return fingerprint(plain(choice), [str(action) for action in offered])[:32]


def notify_next(work: UnitOfWork, old: LoadedTable, table: LoadedTable) -> None:
    """Notify whoever has to decide next: a bot at once, people after a short delay and once per turn."""
    if table.to_move is None or table.status != "running":
        return
    place = table.place(table.to_move)
    if place.kind == "bot":
        work.store.turns.defer(work, table)
    elif place.people and not table.hotseat:
        if old.to_move != table.to_move or old.status != table.status:
            remind(work, table, "turn", work.now + NOTICE_DELAY)
        warn_before(work, table)


def warn_before(work: UnitOfWork, table: LoadedTable) -> None:
    """Queue a warning before a long clock rings; those that were queued for an earlier end say nothing."""
    before = clocks.warns_at(table, work.now)
    if before is not None and before > work.now and table.to_move is not None and not table.hotseat:
        remind(work, table, WARNING, before)


def remind(work: UnitOfWork, table: LoadedTable, kind: str, due: int) -> None:
    """Queue a reminder for the players of the seat to move."""
    values = (table.id, kind, table.to_move, table.version, due, 0, "open")
    POST(work.conn, dict(zip(POSTED, values, strict=True)))


def call(work: UnitOfWork, table: LoadedTable, kind: str, seat: Seat) -> None:
    """Queue a message to the players of a seat that is not about a turn."""
    values = (table.id, kind, seat, table.version, work.now, 0, "open")
    POST(work.conn, dict(zip(POSTED, values, strict=True)))


# --- what seats ask for ----------------------------------------------------------------------------------------------


def act(
    work: UnitOfWork,
    table: LoadedTable,
    request: Request,
    line: str,
    at: int,
    note: str | None = None,
    thought: Thought | None = None,
) -> Done:
    require_version(table, at)
    draft = MoveDraft(work, table, request.person)
    draft.act(request.seat, parse_action(table, line), note, thought)
    lesson = right_move(table, line)
    draft.settle() if lesson is None else draft.play(lesson.after)
    draft.finish()
    return Done(draft.version, at + 1, log=draft.readable(request.seat))


def parse_action(table: LoadedTable, line: str) -> Action:
    try:
        return table.rules.parse(line)
    except BadNotation as error:
        raise Refused("notation", error.text, 422) from error


def playable(table: LoadedTable) -> None:
    """There is a state to look at and to play on."""
    if table.unknown is not None:
        raise Refused("rules", table.unknown, 409)
    if table.state is None:
        raise Refused("waiting", Text("the game begins when every seat is taken"), 409)


def require_version(table: LoadedTable, at: int) -> None:
    playable(table)
    if at != table.version:
        raise stale(table)
    if table.status == "ended":
        raise Refused("ended", Text("this game was ended by agreement"), 409)
