"""Russian Railroads: what each engineer, factory, ?-tile and doubler earned.

Points that come at once are told with their reason. What makes a line worth more is measured at every scoring, by
scoring once more without it: doublers first, then ?-tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stellwerk.core import Seat, Text
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import Place
from stellwerk.games.russian_railroads.rules.chapters.scoring import board_points
from stellwerk.games.russian_railroads.rules.events import EngineerHired, FactoryBuilt, FactoryEntered, TileChosen
from stellwerk.games.russian_railroads.rules.score_events import (
    EndCardScored,
    MajorityScored,
    PointsScored,
    RoundScored,
)
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads
from stellwerk.study.analysis.model import Part, Row, Table, named
from stellwerk.study.analysis.walk import Move


@dataclass
class Asset:
    """Something a player got: when, how often it was used, what it earned."""

    name: Text
    at: int
    uses: int = 0
    points: int = 0


@dataclass
class Earnings:
    names: Sequence[str]
    assets: dict[tuple[Seat, str], Asset] = field(default_factory=dict)

    def note(self, move: Move) -> None:
        s: RussianRailroads = move.after
        self._use_engineer(s, move)
        for event in move.events:
            match event:
                case EngineerHired(seat, number, _):
                    self._got(seat, f"engineer {number}", words.engineer(s.box, number), move.number)
                case FactoryBuilt(seat, number, name, _, _):
                    label = Text("factory {number} ({factory})", number=number, factory=name)
                    self._got(seat, f"factory {number}", label, move.number)
                case FactoryEntered(seat, number, _):
                    self._used(seat, f"factory {number}")
                case TileChosen(seat, name):
                    self._got(seat, str(name), Text("?-tile {tile}", tile=name), move.number)
                case PointsScored(seat, points, why):
                    self._earned(seat, str(why), why, points, move.number)
                case EndCardScored(seat, name, points):
                    self._earned(seat, f"end {name}", Text("end card {card}", card=name), points, move.number)
                case MajorityScored(seat, _, points) if points:
                    self._earned(seat, "majority", Text("most engineers"), points, move.number)
                case RoundScored(seat, _, _, _):
                    self._score(s, seat, move.number)

    def _use_engineer(self, s: RussianRailroads, move: Move) -> None:
        if isinstance(move.action, Place) and move.action.space.startswith("engineer_"):
            self._used(move.seat, f"engineer {move.action.space.removeprefix('engineer_')}")

    def _score(self, s: RussianRailroads, seat: Seat, number: int) -> None:
        """russian-railroads 11.1: the same scoring without the doublers, then without the ?-tiles."""
        p = s.players[seat]
        whole, plain = sum(board_points(s, p)), sum(board_points(s, _without(p, doublers=True)))
        if p.doublers:
            self._earned(seat, "doublers", Text("doublers"), whole - plain, number)
        bare = sum(board_points(s, _without(p, tiles=True)))
        if whole > bare:
            self._earned(seat, "tiles", Text("?-tiles that make lines worth more"), whole - bare, number)

    def _got(self, seat: Seat, key: str, name: Text, number: int) -> Asset:
        return self.assets.setdefault((seat, key), Asset(name, number))

    def _used(self, seat: Seat, key: str) -> None:
        if (seat, key) in self.assets:
            self.assets[seat, key].uses += 1

    def _earned(self, seat: Seat, key: str, name: Text, points: int, number: int) -> None:
        asset = next((a for (s, _), a in self.assets.items() if s == seat and str(a.name) == str(name)), None)
        asset = asset or self._got(seat, key, name, number)
        asset.points += points
        asset.uses += key not in ("doublers", "tiles")

    def parts(self) -> Iterator[Part]:
        heads = (Text("player"), Text("what"), Text("times used"), Text("points"))
        ranked = sorted(self.assets.items(), key=lambda pair: (pair[0][0], -pair[1].points, pair[1].at))
        rows = tuple(
            Row((named(self.names[seat], seat), asset.name, asset.uses, asset.points), asset.at)
            for (seat, _), asset in ranked
        )
        about = Text("Doublers and ?-tiles: what the scorings would have brought less without them.")
        yield Table("earnings", Text("What engineers, factories, tiles and doublers earned"), heads, rows, about)


def _without(p: Player, doublers: bool = False, tiles: bool = False) -> Player:
    other = p.copy()
    if doublers:
        other.doublers = 0
    if tiles:
        other.tiles = ()
    return other
