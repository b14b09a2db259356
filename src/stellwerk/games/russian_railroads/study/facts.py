"""Russian Railroads: what a library knows a game by: start bonuses, engineers, ?-tiles and end cards of each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stellwerk.core import Event
from stellwerk.games.russian_railroads.rules.events import BonusChosen, EngineerHired, FactoryBuilt
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from stellwerk.study.library.reading import Fact


@dataclass
class Facts:
    """Read off the events and the last position."""

    kept: list[Fact] = field(default_factory=list)

    def note(self, s: RussianRailroads, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case BonusChosen(seat, name):
                    self.kept.append(Fact("start bonus", str(name), seat))
                case EngineerHired(seat, number, _):
                    self.kept.append(Fact("engineer", f"engineer {number}", seat))
                case FactoryBuilt(seat, number, _, _, _):
                    self.kept.append(Fact("factory", f"factory {number}", seat))

    def found(self, s: RussianRailroads) -> Iterator[Fact]:
        yield from self.kept
        for seat, player in enumerate(s.players):
            yield from (Fact("tile", f"tile {tile}", seat) for _, tile in player.tiles)
        if not s.agenda:
            yield from (Fact("end card", f"end card {card}", seat) for seat, card in s.takes)
        yield Fact("ending", "unfinished" if s.agenda else "last round")
