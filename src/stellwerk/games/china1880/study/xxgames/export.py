"""A log of ours as a game file of 18xx.games, as far as it can be expressed there; what cannot is said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from typing import Any

from stellwerk.core import Action, Seat, Text, advance
from stellwerk.core.log import Entry, Header, beginning, live
from stellwerk.games import game
from stellwerk.games.china1880.rules.actions import DrawNumber
from stellwerk.games.china1880.rules.state import EIGHTEEN_XX_GAMES, China, Variants
from stellwerk.games.china1880.study.xxgames.lockstep import Inexpressible, Lockstep
from stellwerk.games.china1880.study.xxgames.session import Session, opened
from stellwerk.games.china1880.study.xxgames.source import Player

Data = dict[str, Any]
Counted = tuple[int, Action, Seat]
"""A live entry of a log: its number, what was done, and by whom."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The file up to what cannot be told there, by entry of the log; and what is told but counts otherwise there."""

    file: Data
    lost: tuple[tuple[int, Text], ...]
    notes: tuple[Text, ...] = ()

    def text(self) -> str:
        return json.dumps(self.file, ensure_ascii=False, separators=(",", ":"))


def exported(header: Header, entries: Sequence[Entry]) -> Exported:
    """Every written action is read back at once; the first that does not fit ends the file and is named."""
    china = game("1880")
    counted = [(number, china.parse(entry.text), entry.seat) for number, entry in live(entries)]
    s: China = beginning(china, header)
    drawn = next((n for n, (_, action, _) in enumerate(counted) if not isinstance(action, DrawNumber)), len(counted))
    for _, action, _ in counted[:drawn]:
        advance(s, action)
    step = Lockstep(s, _session(header, s), s.order)
    lost = _told(step, counted[drawn:], len(entries))
    return Exported(_file(header, step, not lost), lost, () if lost else tuple(_notes(step)))


def _told(step: Lockstep, counted: Sequence[Counted], last: int) -> tuple[tuple[int, Text], ...]:
    """The entry that cannot be told, and why, if there is one."""
    following = [action for _, action, _ in counted[1:]]
    for (number, action, seat), next_one in zip_longest(counted, following):
        try:
            step.tell(action, seat, next_one)
        except Inexpressible as error:
            return ((number, error.text),)
    try:
        step.finish()
    except Inexpressible as error:
        return ((last, error.text),)
    return ()


def _session(header: Header, s: China) -> Session:
    variants = replace(Variants(**asdict(EIGHTEEN_XX_GAMES)), prices=s.variants.prices)
    players = tuple(Player(str(seat), name) for seat, name in zip(s.order, names(header, s.order), strict=True))
    return Session.of(opened(players, variants), [player.id for player in players])


def names(header: Header, seating: Sequence[int]) -> list[str]:
    """That site knows players by name, so no two may have the same."""
    given = [header.names[seat] if seat < len(header.names) else "" for seat in seating]
    found: list[str] = []
    for seat, name in zip(seating, given, strict=True):
        plain = name or f"Player {seat + 1}"
        numbered = plain if given.count(name) == 1 and plain not in found else f"{plain} {seat + 1}"
        while numbered in found:
            numbered += "*"
        found.append(numbered)
    return found


def _file(header: Header, step: Lockstep, whole: bool) -> Data:
    listed = zip(step.seating, names(header, step.seating), strict=True)
    over = whole and not step.there.agenda
    file: Data = {
        "id": "stellwerk",
        "title": "1880",
        "description": "",
        "players": [{"id": seat, "name": name} for seat, name in listed],
        "min_players": step.s.seats,
        "max_players": step.s.seats,
        "mode": "hotseat",
        "settings": {"optional_rules": []},
        "status": "finished" if over else "active",
        "actions": step.actions,
    }
    if over:
        file["result"] = {str(seat): total for seat, total in _totals(step).items()}
        file["game_end_reason"] = "final_train"
    return file


def _totals(step: Lockstep) -> dict[int, int]:
    """What that site counts, by seat of the log."""
    scores = game("1880").scores(step.there)
    return dict(sorted((step.seating[score.seat], score.total) for score in scores))


def _notes(step: Lockstep) -> list[Text]:
    """It forgets to pay some investors at the end, and the like."""
    if step.s.agenda:
        return []
    theirs, ours = _totals(step), {score.seat: score.total for score in game("1880").scores(step.s)}
    return [
        Text("seat {seat}: {ours} here, {theirs} on 18xx.games", seat=seat + 1, ours=ours[seat], theirs=total)
        for seat, total in theirs.items()
        if ours[seat] != total
    ]
