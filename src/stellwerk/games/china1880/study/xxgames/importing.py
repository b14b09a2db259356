"""Import of a game file: replayed through our engine as far as it goes, and a report of how far that was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from stellwerk.core import Rule, Text, settle
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import Record
from stellwerk.core.timeline import Timeline
from stellwerk.games import game
from stellwerk.games.china1880.rules.state import EIGHTEEN_XX_GAMES, China, Variants
from stellwerk.games.china1880.study.xxgames.compare import Line
from stellwerk.games.china1880.study.xxgames.live import Live, live
from stellwerk.games.china1880.study.xxgames.session import FORMAT, Problem, Session, opened
from stellwerk.games.china1880.study.xxgames.source import BadFile, Source, parse
from stellwerk.games.china1880.study.xxgames.trace import line

RESULT = Rule("18xx.games", "result")
OLD_SALES = (("6E", 600), ("2R", 100), ("2P", 100))

Progress = Callable[[int, int], None]
"""Called with the number of live actions played, and of all."""


@dataclass(slots=True)
class Report:
    """How an import went. `record` holds everything up to the problem and can be replayed; `timeline` tells it."""

    name: str
    source: Source | None = None
    record: Record[China] | None = None
    timeline: Timeline[China] | None = None
    live: int = 0
    played: int = 0
    undone: int = 0
    silent: int = 0
    surplus: tuple[int, ...] = ()
    forced: tuple[Problem, ...] = ()
    """What that site took against our rules: followed by a ruling each."""
    problem: Problem | None = None
    ended_by_hand: bool = False
    trace: list[Line] = field(default_factory=list)

    @property
    def result(self) -> Mapping[str, int]:
        """Our count, by player id."""
        if self.source is None or self.record is None:
            return {}
        scores = game("1880").scores(self.record.state)
        return {player.id: score.total for player, score in zip(self.source.players, scores, strict=True)}

    @property
    def complete(self) -> bool:
        """Everything recorded was played, and the result is the file's."""
        return self.problem is None

    @property
    def finished(self) -> bool:
        return self.record is not None and not self.record.state.agenda


def import_file(path: Path, progress: Progress | None = None, trace: bool = False) -> Report:
    """Never raises for what is in the file; `OSError` where it cannot be read."""
    return import_bytes(path.read_bytes(), path.name, progress, trace)


def import_bytes(data: bytes, name: str = "", progress: Progress | None = None, trace: bool = False) -> Report:
    report = Report(name)
    try:
        report.source = parse(data)
        report.record = opened(report.source.players, variants_of(report.source))
    except (BadFile, BadPosition) as error:
        report.problem = Problem(-1, "", error.text, FORMAT)
        return report
    follow(report, progress, trace)
    return report


def variants_of(source: Source) -> Variants:
    """That site's departures and the price list of the file."""
    return Variants(**asdict(EIGHTEEN_XX_GAMES), prices=_price_list(source))


def _price_list(source: Source) -> Literal["2022", "old"]:
    """Old files sold 6E for 600 and 2R for 100. A copy bought for the first time came from the bank."""
    first: dict[str, Any] = {}
    for data in source.raw:
        if isinstance(data, dict) and data.get("type") == "buy_train" and isinstance(data.get("train"), str):
            first.setdefault(data["train"], data.get("price"))
    sold = [(copy.rpartition("-")[0], price) for copy, price in first.items()]
    return "old" if any(sale in sold for sale in OLD_SALES) else "2022"


def follow(report: Report, progress: Progress | None = None, trace: bool = False) -> None:
    """Play everything that counts, as far as it goes."""
    assert report.source is not None
    assert report.record is not None
    recorded = live(report.source.raw)
    report.live, report.undone = len(recorded.actions), recorded.undone
    ids = [player.id for player in report.source.players]
    session = Session.of(report.record, ids)
    follower = session.follower
    if trace:
        report.trace.append(line(report.record.state, ids, None))
    for action in recorded.actions:
        report.problem = None if action.kind == "message" else session.play(action)
        if report.problem:
            break
        report.ended_by_hand |= action.kind == "end_game"
        report.played += 1
        if trace:
            report.trace.append(line(report.record.state, ids, action, follower.doubled))
        if progress:
            progress(report.played, report.live)
    settle(report.record.state)
    session.telling.close()
    report.timeline = session.telling.timeline
    report.silent, report.surplus, report.forced = follower.silent, tuple(follower.surplus), tuple(session.forced)
    report.problem = report.problem or _unread(report.source, recorded) or _result(report)


def _unread(source: Source, recorded: Live) -> Problem | None:
    if recorded.stopped:
        return Problem(recorded.stopped[0], "", recorded.stopped[1], FORMAT)
    return Problem(len(source.raw), "", source.cut, FORMAT) if source.cut else None


def _result(report: Report) -> Problem | None:
    """The game must have come to its end, and to the same result, unless the file itself has none."""
    assert report.source is not None
    wanted = report.source.result
    if wanted is None:
        return None
    end = len(report.source.raw)
    if not report.finished and not report.ended_by_hand:
        return Problem(end, "", Text("the file has a result, but the game is not over"), RESULT)
    if dict(wanted) != dict(report.result):
        counted = ", ".join(f"{id_} {total}" for id_, total in report.result.items())
        recorded = ", ".join(f"{id_} {total}" for id_, total in wanted.items())
        return Problem(
            end, "", Text("recorded: {recorded}; counted: {counted}", recorded=recorded, counted=counted), RESULT
        )
    return None
