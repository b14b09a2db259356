"""Bot turns: a process pool that can kill one late worker. A bot gets a view, never a state.

What a bot keeps for the rest of its turn, its plan and the time it has spent, is stored with its move. Whichever
process takes up its next decision, after whatever restart, goes on from there.

A bot that is late, crashes or answers nonsense does not stop the table: a legal move is made for it, and the log
of the table says so. What went wrong is told to the operator.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, TimeoutError
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from threading import Lock
from typing import Any

from pebble import ProcessPool
from sqlalchemy import Connection, Row, delete, func, insert, select

from stellwerk import games
from stellwerk.bots.bot import BadAnswer, flaw
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.levels import player_at_table
from stellwerk.bots.turn import Asked, Player, Turn, decide, knows_no_secret
from stellwerk.core import CHANCE, Illegal, Rng, Text, options, pending
from stellwerk.core.text import as_json
from stellwerk.processes import collect_rarely, follow_parent, let_others_go_first
from stellwerk.table.dice import fresh_dice
from stellwerk.table.model import Done, Refused
from stellwerk.table.moves import acting
from stellwerk.table.moves.idempotency import Request, granted, once
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork

LOG = logging.getLogger("stellwerk.bots")
GRACE = 5.0
"""Seconds beyond its budget before a bot counts as late."""
MOST_SECONDS = 3.0
LEAST = 0.05
"""What part of its time a bot takes at least for a turn while the same person still waits."""
STAND_IN = "easy"
MOST_TOLD = 200
"""Faults of bots that are logged, each once: a bot that fails at every turn must not fill the disk."""
MOST_KEPT = 64_000
"""Bytes that are stored with a move; reasons of ours take a few thousand at most."""
KINDS = ("bot", "clock")
"""What a turn of a bot is called in the outbox: its own, or one for somebody whose clock has run out."""


class OutboxTurns:
    """In the outbox; the server itself takes them up."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None

    def defer(self, work: UnitOfWork, table: LoadedTable, note: str | None = None) -> None:
        values = {
            "table_id": table.id,
            "kind": note or "bot",
            "seat": table.to_move,
            "version": table.version,
            "due": 0,
        }
        work.conn.execute(insert(schema.outbox), values)
        work.afterwards.append(self.wake)

    def waiting(self, conn: Connection) -> int:
        c = schema.outbox.c
        return int(conn.execute(select(func.count()).where(c.status == "open", c.kind.in_(KINDS))).scalar_one())


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot answered, as a line of notation, why, and what it keeps for the rest of its turn."""

    line: str
    why: Text | None = None
    turn: Turn | None = None
    failure: str | None = None
    """Why the line is not the bot's own: it was late, or crashed."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a bot that is asked: the turn it may still be in, and how long people have waited for it."""

    turn: Turn | None = None
    waited: float = 0.0
    """Seconds it has thought since a person answered."""


def think(package: str, view: Any, bot: str, most: float, kept: Kept, dice: Rng | None = None) -> Thought:
    """In the worker: one decision of the turn the bot is in, or of a new one."""
    game = games.game_in(package)
    s = game.imagine(view, fresh_dice())
    choice = pending(s)
    assert choice is not None
    is_due = Asked(game, view, choice, choice.options(s))
    turn = None if knowledge_of(game).rests(choice) else kept.turn
    before = kept.waited - (turn.spent if turn else 0.0)
    player = in_a_hurry(player_at_table(bot, most), before)
    answer, turn = decide(player, is_due, turn, dice or fresh_dice())
    wrong = flaw(answer)
    if wrong is not None:
        raise BadAnswer(wrong)
    return Thought(str(answer.action), answer.why, turn)


def in_a_hurry(player: Player, before: float) -> Player:
    """People wait for one turn of every bot: one that has thought before, and is asked again, has the time it left."""
    seconds = player.budget.seconds
    if seconds is None:
        return player
    return player._replace(budget=replace(player.budget, seconds=max(seconds - before, LEAST * seconds)))


def kept_by(conn: Connection, table: LoadedTable) -> Kept:
    turn = turn_begun(conn, table)
    people = [place.number for place in table.places if place.kind != "bot"]
    if not people:
        return Kept(turn)
    c = schema.log.c
    of_table = c.table_id == table.id, c.version <= table.version
    last = select(c.version).where(*of_table, c.seat.in_(people)).order_by(c.version.desc()).limit(1).scalar_subquery()
    own = select(c.thought).where(*of_table, c.version > func.coalesce(last, 0), c.seat == table.to_move)
    turns = [row.thought["turn"] for row in conn.execute(own.order_by(c.version)) if row.thought]
    spent = {told["seed"]: told["spent"] for told in turns}  # of every turn what it had come to at its last decision
    return Kept(turn, sum(spent.values()))


def turn_begun(conn: Connection, table: LoadedTable) -> Turn | None:
    """What the bot that is asked has kept; None if somebody else has answered since, or its move was taken back."""
    c = schema.log.c
    answers = select(c.seat, c.undo, c.thought).where(c.table_id == table.id, c.version <= table.version)
    last = conn.execute(answers.where(c.seat != CHANCE).order_by(c.version.desc()).limit(1)).one_or_none()
    if last is None or last.seat != table.to_move or last.undo is not None or not last.thought:
        return None
    kept = last.thought["turn"]
    return Turn(**{**kept, "plan": tuple(kept["plan"])})


def _settle_in() -> None:
    """A worker lets the server go first, and ends with it."""
    let_others_go_first()
    follow_parent(lambda: os._exit(1))
    collect_rarely()


class BotPool:
    """Workers start when the first bot is asked."""

    def __init__(self, workers: int | None = None, seconds: float = MOST_SECONDS, grace: float = GRACE) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.seconds, self.grace = seconds, grace
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPool:
        return ProcessPool(max_workers=self.workers, initializer=_settle_in, context=get_context("spawn"))

    def ask(self, table: LoadedTable, bot: str | None, kept: Kept) -> Future[Thought]:
        """A seat without a bot of its own, whose clock has run out, gets the stand-in."""
        view = table.rules.view(table.state, table.to_move)
        args = (games.PACKAGES[table.game], view, bot or STAND_IN, self.seconds, kept)
        try:
            return self._scheduled(args)
        except (RuntimeError, OSError):
            LOG.exception("bots: a new pool")
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool = self._fresh()
        try:
            return self._scheduled(args)
        except (RuntimeError, OSError) as error:  # no process can be had: a move is made for the bot
            failed: Future[Thought] = Future()
            failed.set_exception(error)
            return failed

    def _scheduled(self, args: tuple[Any, ...]) -> Future[Thought]:
        """Raises where the pool is broken or cannot be started."""
        future: Future[Thought] = self._pool.schedule(think, args=args, timeout=self.seconds + self.grace)
        return future

    def close(self) -> None:
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()


class Faults:
    """What bots did wrong, told once for each bot and kind of fault."""

    def __init__(self) -> None:
        self._told: set[tuple[str, str, str]] = set()
        self._lock = Lock()

    def tell(self, table: LoadedTable, failure: str, error: Exception, line: str = "") -> None:
        assert table.to_move is not None
        bot = table.place(table.to_move).bot or STAND_IN
        fault = (bot, failure, type(error).__name__)
        with self._lock:
            if fault in self._told or len(self._told) >= MOST_TOLD:
                return
            self._told.add(fault)
        said = ("bot %s %s: %s, table %s, version %s %s", bot, failure, table.game, table.id, table.version, line[:200])
        LOG.warning(*said, exc_info=error)


FAULTS = Faults()


def await_thought(table: LoadedTable, future: Future[Thought]) -> Thought:
    """What the bot chose, or a legal move for it. Waits, so never call it inside a unit of work."""
    try:
        return future.result()
    except Exception as error:  # whatever a bot did wrong, the table plays on
        failure = "late" if isinstance(error, TimeoutError) else "crashed"
        FAULTS.tell(table, failure, error)
        return Thought(_any(table, fresh_dice()), failure=failure)


def play_bot_move(work: UnitOfWork, table: LoadedTable, thought: Thought, note: str | None = None) -> Done:
    """Make the bot's move, or one for it. The request id makes sure that one version gets one answer."""
    assert table.to_move is not None
    name = f"bot:{table.id}:{table.version}"
    request = Request(table.to_move, name, name, None)
    kept = _stored(table, thought)

    def move(found: LoadedTable) -> Done:
        try:
            return acting.act(work, found, request, thought.line, table.version, thought.failure or note, kept)
        except (Illegal, Refused) as error:
            if isinstance(error, Refused) and error.code != "notation":
                raise
            FAULTS.tell(table, "illegal", error, thought.line)
            return acting.act(work, found, request, _any(table, work.dealer.rng), table.version, "illegal")

    return granted(once(work, table.id, request, move))


def _stored(table: LoadedTable, thought: Thought) -> dict[str, Any] | None:
    """As it is stored with the move. While the game lasts, `open` reasons may be read by everybody.

    Of a bot from outside it may be anything. What cannot be stored is left out: with it the move would fail, and be
    tried again, for ever.
    """
    if thought.turn is None or table.to_move is None:
        return None
    try:
        why = None if thought.why is None else as_json(thought.why)
        open_ = why is not None and knows_no_secret(table.rules, table.state, table.to_move)
        return _storable({"turn": asdict(thought.turn), "why": why, "open": open_})
    except (TypeError, ValueError, RecursionError) as error:
        FAULTS.tell(table, "says what cannot be stored", error, thought.line)
        return None


def _storable(kept: dict[str, Any]) -> dict[str, Any]:
    """Raises where a database would refuse it."""
    written = json.dumps(kept, ensure_ascii=False, allow_nan=False)
    if len(written.encode()) > MOST_KEPT:
        raise ValueError(f"more than {MOST_KEPT} bytes of reasons and plans")
    if "\\u0000" in written:
        raise ValueError("a NUL character")
    return kept


def _any(table: LoadedTable, dice: Rng) -> str:
    return str(options(table.state).sample(dice))


def is_due(table: LoadedTable, row: Row[Any]) -> bool:
    """Whether a turn that was put into the outbox is still to be played."""
    return (table.version, table.to_move, table.status) == (row.version, row.seat, "running")


def drop_turn(work: UnitOfWork, row: Row[Any]) -> bool:
    """Take a turn out of the outbox if it is past; whether it was."""
    past = not is_due(work.table(row.table_id), row)
    if past:
        work.conn.execute(delete(schema.outbox).where(schema.outbox.c.id == row.id))
    return past
