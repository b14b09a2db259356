"""Requests: what a seat asks for under an id of its own. The same id again gives the same answer and does nothing,
whether it was granted or refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from stellwerk.core import Illegal, Rule, Seat, Text
from stellwerk.core.dump import plain
from stellwerk.core.text import as_json, from_json
from stellwerk.table.model import Done, Refused
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.statements import PreparedSelect, Statement
from stellwerk.table.storage.store import UnitOfWork

# Statements that every move needs are made once.
_r = schema.requests.c
ANSWERED = PreparedSelect(
    select(_r.seat, _r.fingerprint, _r.answer).where(
        _r.table_id == bindparam("table"), _r.request_id == bindparam("id")
    )
)
ANSWER = Statement(insert(schema.requests), *_r.keys())

GRANTED_KEPT = 30 * 86_400_000
REFUSED_KEPT = 10 * 60_000
"""Milliseconds for which the same request gets the same answer. A refusal changed nothing: asking again is harmless."""
LONGEST_QUOTE = 80

Refusal = Illegal | Refused
Answer = Done | Illegal | Refused


def fingerprint(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, and under which id."""

    seat: Seat
    id: str
    print: str
    person: str | None
    seats: tuple[Seat, ...] = ()
    """All seats of somebody who named none: the one to move was meant, and after a move that is another."""

    def answered(self, work: UnitOfWork, table_id: str) -> Answer | None:
        for seat, print_, answer in ANSWERED(work.conn, {"table": table_id, "id": self.id}):
            if seat == self.seat or seat in self.seats:
                if print_ != self.print:
                    return Refused("request-id", Text("this request id was used for another request"), 422)
                return _read(answer)
        return None

    def answer(self, work: UnitOfWork, table_id: str, answer: Answer) -> Answer:
        values = {"table_id": table_id, "seat": self.seat, "request_id": self.id, "fingerprint": self.print}
        expires = work.now + (GRANTED_KEPT if isinstance(answer, Done) else REFUSED_KEPT)
        ANSWER(work.conn, {**values, "answer": _written(answer), "at": work.now, "expires": expires})
        return answer


def once(work: UnitOfWork, table_id: str, request: Request, job: Callable[[LoadedTable], Done]) -> Answer:
    """Do it, unless it was answered before. A job refuses before it writes, so a refusal leaves nothing but itself."""
    table = work.table(table_id)  # first of all: the lock makes a repeated request wait for the first
    known = request.answered(work, table_id)
    if known is not None:
        return known
    try:
        answer: Answer = job(table)
    except (Illegal, Refused) as refusal:
        answer = _read(_written(refusal))  # as it is stored: what it quotes is cut
    return request.answer(work, table_id, answer)


def granted(answer: Answer) -> Done:
    """Return the answer, or raise the refusal, once it is committed."""
    if isinstance(answer, Done):
        return answer
    raise answer


def granted_to(conn: Connection, table_id: str, seats: Sequence[Seat], request_id: str) -> bool:
    rows = ANSWERED(conn, {"table": table_id, "id": request_id})
    return any(seat in seats and isinstance(_read(answer), Done) for seat, _, answer in rows)


# --- as they are stored ----------------------------------------------------------------------------------------------


def _written(answer: Answer) -> Any:
    if isinstance(answer, Done):
        return plain(answer)
    rule = plain(answer.rule) if answer.rule else None
    if isinstance(answer, Illegal):
        return {"illegal": as_json(answer.text, LONGEST_QUOTE), "rule": rule}
    more = {"code": answer.code, "status": answer.status, "more": answer.more}
    return {"refused": as_json(answer.text, LONGEST_QUOTE), "rule": rule, **more}


def _read(stored: Any) -> Answer:
    rule = Rule(**stored["rule"]) if stored.get("rule") else None
    if "illegal" in stored:
        assert rule is not None
        return Illegal(from_json(stored["illegal"]), rule)
    if "refused" in stored:
        return Refused(stored["code"], from_json(stored["refused"]), stored["status"], rule, **stored["more"])
    return Done(**{**stored, "log": tuple(stored.get("log", ()))})
