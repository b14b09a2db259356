"""Motions: what needs agreement. The last voice that agrees also carries it out; bots agree to everything."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import insert, update

from stellwerk.core import REFEREE, Dealer, Seat, Text
from stellwerk.core.dump import plain
from stellwerk.table import play, schema, seats, undo
from stellwerk.table.desk import Desk
from stellwerk.table.model import Done, Motion, Refused
from stellwerk.table.requests import Request
from stellwerk.table.store import Tx

MotionKind = Literal["undo", "end", "handover", "ruling"]


def propose(
    tx: Tx,
    desk: Desk,
    seat: Seat,
    kind: MotionKind,
    details: Mapping[str, Any],
    needs: Sequence[Seat],
    now: int,
    dealer: Dealer,
) -> Motion:
    """Put something to the vote. Who proposes it agrees to it, and so do the other seats the same people hold.

    A host without a seat proposes as referee (a negative seat) and has no voice.
    """
    for other in desk.motions:
        if other.kind == kind and kind != "handover":
            raise Refused("motion", Text("the same is put to the vote already"), 409, motion=other.id)
    own = set(desk.place(seat).people) if seat >= 0 else set()
    votes = {
        str(n): True
        for n in needs
        if n == seat or desk.place(n).kind != "human" or (own and own >= set(desk.place(n).people))
    }
    motion = Motion(secrets.token_hex(6), kind, details, seat, desk.version, tuple(needs), votes, "open")
    tx.conn.execute(insert(schema.motions), {**plain(motion), "table_id": desk.id, "created": now})
    desk = tx.save(replace(desk, motions=(*desk.motions, motion)))
    return motion if motion.missing else _carry(tx, desk, motion, now, dealer)


def vote(tx: Tx, table_id: str, motion_id: str, seat: Seat, agree: bool, now: int, dealer: Dealer) -> Motion:
    desk = tx.desk(table_id)
    motion = next((m for m in desk.motions if m.id == motion_id), None)
    if motion is None:
        raise Refused("motion", Text("this is no longer put to the vote"), 409)
    if seat == motion.seat and not agree:
        return _close(tx, desk, replace(motion, status="lapsed"))
    if seat not in motion.needs:
        raise Refused("motion", Text("your voice is not needed here"), 403)
    if not agree:
        return _close(tx, desk, replace(motion, votes={**motion.votes, str(seat): False}, status="refused"))
    motion = replace(motion, votes={**motion.votes, str(seat): True})
    if motion.missing:
        return _close(tx, desk, motion)
    return _carry(tx, desk, motion, now, dealer)


def _close(tx: Tx, desk: Desk, motion: Motion) -> Motion:
    """Write a motion down; one that is not open any more leaves the desk."""
    c = schema.motions.c
    tx.conn.execute(
        update(schema.motions).where(c.id == motion.id), {"votes": dict(motion.votes), "status": motion.status}
    )
    others = [motion if m.id == motion.id else m for m in desk.motions]
    tx.save(replace(desk, motions=tuple(m for m in others if m.status == "open")))
    return motion


def _carry(tx: Tx, desk: Desk, motion: Motion, now: int, dealer: Dealer) -> Motion:
    motion = _close(tx, desk, replace(motion, status="passed"))
    desk = tx.desk(desk.id)
    if motion.kind == "undo":
        undo.rewind(tx, desk, motion.seat, motion.details["to"], now, dealer)
    elif motion.kind == "end":
        tx.save(replace(desk, status="ended", to_move=None, deadline=None, touched=now))
    elif motion.kind == "handover":
        seats.vacate(tx, desk, motion.details["seat"], motion.details["bot"], now)
    else:
        rule(tx, desk, motion.details["action"], now, dealer)
    return motion


def rule(tx: Tx, desk: Desk, line: str, now: int, dealer: Dealer) -> Desk:
    """A correction outside the rules that everybody agreed to."""
    draft = play.Draft(tx, desk, dealer, now)
    draft.act(REFEREE, play.parsed(desk, line))
    draft.settle()
    return draft.finish()


def ask_undo(tx: Tx, desk: Desk, request: Request, to: int | None, at: int, dealer: Dealer) -> Done:
    """Back to a version: at once where only the seat's own open moves lie between, else by motion."""
    play.ready(desk, at)
    back = undo.last_own(tx, desk, request.seat) if to is None else to
    if not 0 <= back < desk.version:
        raise Refused("version", Text("there is no version {version} to go back to", version=back), 422)
    concerned = undo.consent(tx, desk, request.seat, back)
    motion = None
    if concerned:
        motion = propose(tx, desk, request.seat, "undo", {"to": back}, concerned, request.now, dealer)
    else:
        undo.rewind(tx, desk, request.seat, back, request.now, dealer, request.person)
    waiting = motion.id if motion is not None and motion.status == "open" else None
    return Done(tx.desk(desk.id).version, at + 1, waiting)
