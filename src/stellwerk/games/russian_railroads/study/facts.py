"""Russian Railroads: what a library knows a game by: start bonuses, engineers, ?-tiles and end cards of each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from stellwerk import games
from stellwerk.core import Event, Text
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.box import box_of
from stellwerk.games.russian_railroads.rules.events import BonusChosen, EngineerHired, FactoryBuilt
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from stellwerk.study.analysis.model import plain
from stellwerk.study.library.reading import Fact


@dataclass
class Facts:
    """Read off the events and the last position."""

    KINDS: ClassVar[Mapping[str, Text]] = {
        "start bonus": Text("start bonuses"),
        "engineer": Text("engineers hired"),
        "factory": Text("factories built"),
        "tile": Text("?-tiles"),
        "end card": Text("end cards"),
    }

    kept: list[Fact] = field(default_factory=list)

    @staticmethod
    def name(kind: str, value: str) -> Text:
        """In words, by the built-in box; what is of a set of one's own keeps its id."""
        box, id_ = box_of(games.game("russian-railroads").components), value.removeprefix(f"{kind} ")
        cards: Mapping[str, Any] = {"tile": box.tiles, "end card": box.end_cards}.get(kind, {})
        if id_ in cards:
            return Text(cards[id_].name)
        if kind == "engineer" and id_.isdecimal() and int(id_) in box.engineers:
            return words.engineer(box, int(id_))
        if kind == "factory" and id_.isdecimal() and int(id_) in box.locomotives:
            return words.source(box, f"factory_{id_}")
        return Text(value) if kind == "start bonus" else plain(value)

    def note(self, events: Sequence[Event]) -> None:
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
