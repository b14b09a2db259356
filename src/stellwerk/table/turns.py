"""Bot turns: a process pool that can kill one late worker. A bot gets a view, never a state.

A bot that is late, crashes or answers nonsense does not stop the table: a legal move is made for it, and the log
says so.
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Callable
from concurrent.futures import Future, TimeoutError
from multiprocessing import get_context
from random import SystemRandom
from typing import Any

from pebble import ProcessPool
from sqlalchemy import Row, delete, insert

from stellwerk import games
from stellwerk.bots import BOTS, Budget
from stellwerk.core import Dealer, Illegal, options
from stellwerk.table import play, schema
from stellwerk.table.desk import Desk
from stellwerk.table.guardian import follow_parent
from stellwerk.table.model import Done, Refused
from stellwerk.table.requests import Request, granted, once
from stellwerk.table.store import Tx

LOG = logging.getLogger("stellwerk.bots")
GRACE = 5.0
"""Seconds beyond its budget before a bot counts as late."""


class OutboxTurns:
    """In the outbox; the server itself takes them up."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None

    def defer(self, tx: Tx, desk: Desk, note: str | None = None) -> None:
        values = {
            "table_id": desk.id,
            "kind": note or "bot",
            "seat": desk.to_move,
            "version": desk.version,
            "due": 0,
        }
        tx.conn.execute(insert(schema.outbox), values)
        tx.afterwards.append(self.wake)


def think(package: str, view: Any, bot: str, seconds: float, seed: int) -> str:
    """In the worker: the bot's answer as a line of notation."""
    game = games.game_in(package)
    rng = random.Random(seed)
    offered = options(game.imagine(view, rng))
    return str(BOTS[bot]().answer(game, view, offered, rng, Budget(seconds=seconds)).action)


def _settle_in() -> None:
    """A worker lets the server go first, and ends with it."""
    os.nice(10)
    follow_parent(lambda: os._exit(1))


class BotPool:
    """Workers start when the first bot is asked."""

    def __init__(self, workers: int | None = None, seconds: float = 2.0, grace: float = GRACE) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.seconds, self.grace = seconds, grace
        self.stand_in = "greedy" if "greedy" in BOTS else "random"
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPool:
        return ProcessPool(max_workers=self.workers, initializer=_settle_in, context=get_context("spawn"))

    def ask(self, desk: Desk, bot: str | None) -> Future[str]:
        """A seat without a bot of its own, whose clock has run out, gets the stand-in."""
        view = desk.rules.view(desk.state, desk.to_move)
        seed = SystemRandom().randrange(1 << 62)
        args = (games.PACKAGES[desk.game], view, bot or self.stand_in, self.seconds, seed)
        try:
            return self._scheduled(args)
        except (RuntimeError, OSError):
            LOG.exception("bots: a new pool")
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool = self._fresh()
        try:
            return self._scheduled(args)
        except (RuntimeError, OSError) as error:  # no process can be had: a move is made for the bot
            failed: Future[str] = Future()
            failed.set_exception(error)
            return failed

    def _scheduled(self, args: tuple[Any, ...]) -> Future[str]:
        """Raises where the pool is broken or cannot be started."""
        future: Future[str] = self._pool.schedule(think, args=args, timeout=self.seconds + self.grace)
        return future

    def close(self) -> None:
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()


def answered(tx: Tx, desk: Desk, future: Future[str], dealer: Dealer, now: int, note: str | None = None) -> Done:
    """Make the bot's move, or one for it. The request id makes sure that one version gets one answer."""
    assert desk.to_move is not None
    name = f"bot:{desk.id}:{desk.version}"
    request = Request(desk.to_move, name, name, None, now)
    line, failure = _line(desk, future)

    def move(found: Desk) -> Done:
        try:
            return play.act(tx, found, request, line, desk.version, dealer, failure or note)
        except (Illegal, Refused) as error:
            if isinstance(error, Refused) and error.code != "notation":
                raise
            return play.act(tx, found, request, _any(desk), desk.version, dealer, "illegal")

    return granted(once(tx, desk.id, request, move))


def _line(desk: Desk, future: Future[str]) -> tuple[str, str | None]:
    try:
        return future.result(), None
    except TimeoutError:
        return _any(desk), "late"
    except Exception:  # whatever a bot did wrong, the table plays on
        return _any(desk), "crashed"


def _any(desk: Desk) -> str:
    return str(options(desk.state).sample(SystemRandom()))


def asked(desk: Desk, row: Row[Any]) -> bool:
    """Whether a turn that was put into the outbox is still to be played."""
    return (desk.version, desk.to_move, desk.status) == (row.version, row.seat, "running")


def dropped(tx: Tx, row: Row[Any]) -> bool:
    """Take a turn out of the outbox if it is past; whether it was."""
    past = not asked(tx.desk(row.table_id), row)
    if past:
        tx.conn.execute(delete(schema.outbox).where(schema.outbox.c.id == row.id))
    return past
