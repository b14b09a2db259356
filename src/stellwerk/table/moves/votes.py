"""Motions: what needs agreement. The last vote in favour also carries the motion out; bots agree to everything."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import insert, update

from stellwerk.core import REFEREE, Seat, Text
from stellwerk.core.dump import plain
from stellwerk.table.model import Done, Motion, Person, Refused
from stellwerk.table.moves import acting, clocks, undo
from stellwerk.table.moves.idempotency import Request
from stellwerk.table.seating import seats, successors
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork

MOST_OPEN = 20
"""Motions at one table that wait for votes."""
MotionKind = Literal["undo", "end", "handover", "ruling", "pause"]


def propose(
    work: UnitOfWork,
    table: LoadedTable,
    seat: Seat,
    kind: MotionKind,
    details: Mapping[str, Any],
    needs: Sequence[Seat],
) -> Motion:
    """Put something to the vote. Who proposes it agrees to it, and so do the other seats the same people hold.

    A host without a seat proposes as referee (a negative seat) and has no voice.
    """
    for other in table.motions:
        if other.kind == kind and kind != "handover":
            raise Refused("motion", Text("this is being voted on already"), 409, motion=other.id)
    if len(table.motions) >= MOST_OPEN:
        raise Refused("motion", Text("enough is put to the vote already"), 409)
    own = set(table.place(seat).people) if seat >= 0 else set()
    votes = {
        str(n): True
        for n in needs
        if n == seat or table.place(n).kind != "human" or (own and own >= set(table.place(n).people))
    }
    motion = Motion(secrets.token_hex(6), kind, details, seat, table.version, tuple(needs), votes, "open")
    work.conn.execute(insert(schema.motions), {**plain(motion), "table_id": table.id, "created": work.now})
    table = work.save(replace(table, motions=(*table.motions, motion)))
    return motion if motion.missing else _carry(work, table, motion)


def vote(work: UnitOfWork, table_id: str, motion_id: str, seat: Seat, agree: bool, who: Person) -> Motion:
    table = work.table(table_id)
    motion = next((m for m in table.motions if m.id == motion_id), None)
    if motion is None:
        raise Refused("motion", Text("this is no longer put to the vote"), 409)
    if seat == motion.seat and not agree:
        return _close(work, table, replace(motion, status="lapsed"))
    if seat not in motion.needs:
        raise Refused("motion", Text("your voice is not needed here"), 403)
    if not agree:
        return _close(work, table, replace(motion, votes={**motion.votes, str(seat): False}, status="refused"))
    if motion.kind == "handover" and motion.details["seat"] == seat:
        successors.require_first_holder(work.conn, table, seat, who, work.now)
    motion = replace(motion, votes={**motion.votes, str(seat): True})
    if motion.missing:
        return _close(work, table, motion)
    return _carry(work, table, motion)


def _close(work: UnitOfWork, table: LoadedTable, motion: Motion) -> Motion:
    """Write a motion down; one that is not open any more leaves the table."""
    c = schema.motions.c
    work.conn.execute(
        update(schema.motions).where(c.id == motion.id), {"votes": dict(motion.votes), "status": motion.status}
    )
    others = [motion if m.id == motion.id else m for m in table.motions]
    work.save(replace(table, motions=tuple(m for m in others if m.status == "open")))
    return motion


def _carry(work: UnitOfWork, table: LoadedTable, motion: Motion) -> Motion:
    if motion.kind == "handover" and not _may_hand_over(work, table, motion):
        return _close(work, table, replace(motion, status="lapsed"))
    motion = _close(work, table, replace(motion, status="passed"))
    table = work.table(table.id)
    if motion.kind == "undo":
        undo.rewind(work, table, motion.seat, motion.details["to"])
    elif motion.kind == "end":
        work.save(replace(table, status="ended", to_move=None, deadline=None))
    elif motion.kind == "handover":
        seats.vacate(work, table, motion.details["seat"], motion.details["bot"], _giver(table, motion))
    elif motion.kind == "pause":
        acting.warn_before(work, work.save(clocks.paused(table, work.now)))
    else:
        rule(work, table, motion.details["action"])
    return motion


def _may_hand_over(work: UnitOfWork, table: LoadedTable, motion: Motion) -> bool:
    """A player who has come back meanwhile keeps the seat, unless he agreed himself."""
    seat: Seat = motion.details["seat"]
    agreed = table.place(seat).kind == "human" and motion.votes.get(str(seat), False)
    return agreed or successors.may_be_replaced(work.conn, table, seat, work.now)


def _giver(table: LoadedTable, motion: Motion) -> str:
    """Who gives the link to a seat that has become free: whoever proposed it. The host may be the one who is gone."""
    proposers = table.place(motion.seat).people if motion.seat >= 0 else ()
    return table.host if table.host in proposers or not proposers else proposers[0]


def rule(work: UnitOfWork, table: LoadedTable, line: str) -> LoadedTable:
    """A correction outside the rules that everybody agreed to."""
    draft = acting.MoveDraft(work, table)
    draft.act(REFEREE, acting.parse_action(table, line))
    draft.settle()
    return draft.finish()


def ask_undo(work: UnitOfWork, table: LoadedTable, request: Request, to: int | None, at: int) -> Done:
    """Back to a version: at once where only the seat's own open moves lie between, else by motion."""
    acting.require_version(table, at)
    back = undo.last_own(work, table, request.seat) if to is None else to
    if not 0 <= back < table.version:
        raise Refused("version", Text("there is no version {version} to go back to", version=back), 422)
    concerned = undo.consent(work, table, request.seat, back)
    motion = None
    if concerned:
        undo.position_at(work, table, back)  # a refusal comes before anything is written
        motion = propose(work, table, request.seat, "undo", {"to": back}, concerned)
    else:
        undo.rewind(work, table, request.seat, back, request.person)
    waiting = motion.id if motion is not None and motion.status == "open" else None
    return Done(work.table(table.id).version, at + 1, waiting)
