"""The box: every table of the game, loaded once from TOML, checked, and shared by all states.

Colours and lines are numbered in the order of their tables, because the flat state counts with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from stellwerk.core import Text
from stellwerk.core.components import Components, unique
from stellwerk.games.russian_railroads.rules.actions import Build
from stellwerk.games.russian_railroads.rules.components import (
    Card,
    Colour,
    Effect,
    EndCard,
    Engineer,
    Lane,
    Line,
    Locomotive,
    PlacePoints,
    Space,
    Special,
    Supply,
    Table,
    Verb,
)


class Piece(NamedTuple):
    """A piece of track: where the flat list keeps it, the index of the colour before it (-1: none), a step with it."""

    track: int
    line: int
    colour: int
    before: int
    length: int
    action: Build


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody may do at a space: its price, what it gives, whether black track is among it."""

    workers: int
    coins: int
    effects: tuple[Effect, ...]
    waiting: tuple[Effect, ...]
    """Those that ask the player something."""
    must: bool
    black: bool
    once: bool
    """Whether it is never used again, whoever stands there."""
    steps: int
    """For a space that is nothing but steps: how many, with one of `colours`, or (none) with industry markers."""
    colours: tuple[int, ...]
    text: Text


@dataclass(frozen=True, eq=False, repr=False)
class Box:
    components: Components
    colours: tuple[Colour, ...]
    lines: tuple[Line, ...]
    specials: tuple[Special, ...]
    lane: tuple[Lane, ...]
    spaces: Mapping[str, Space]
    locomotives: Mapping[int, Locomotive]
    engineers: Mapping[int, Engineer]
    bonuses: Mapping[str, Card]
    tiles: Mapping[str, Card]
    cards: Mapping[str, Card]
    end_cards: Mapping[str, EndCard]
    tables: Mapping[int, Table]
    supply: Mapping[str, int]
    passing: tuple[int, ...]
    majority: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Box({self.components.digest})"

    def __reduce__(self) -> Any:
        return box_of, (self.components,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.components == other.components

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.components)

    # --- numbers and limits, worked out once ---------------------------------------------------------------------

    @cached_property
    def colour(self) -> Mapping[str, int]:
        return {colour.id: i for i, colour in enumerate(self.colours)}

    @cached_property
    def line(self) -> Mapping[str, int]:
        return {line.id: i for i, line in enumerate(self.lines)}

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece of track a player can ever build, line by line in building order."""
        return tuple(self._piece(line, n) for line in self.lines for n in range(len(line.colours)))

    def _piece(self, line: Line, n: int) -> Piece:
        colour = line.colours[n]
        before = self.index(line.id, line.colours[n - 1]) if n else -1
        return Piece(
            self.index(line.id, colour),
            self.line[line.id],
            self.colour[colour],
            before,
            line.length,
            Build(line.id, colour),
        )

    @cached_property
    def piece(self) -> Mapping[Build, Piece]:
        return {piece.action: piece for piece in self.pieces}

    @cached_property
    def unlocks(self) -> tuple[tuple[int, int], ...]:
        """For every colour: (index of the track that unlocks it, space that track must reach)."""
        found = {self.colour[x.takes]: (self.index(x.line, x.colour), x.space) for x in self.specials if x.takes}
        return tuple(found.get(c, (0, 0)) for c in range(len(self.colours)))

    def index(self, line: str, colour: str) -> int:
        """Where the flat list of tracks keeps this piece."""
        return self.line[line] * len(self.colours) + self.colour[colour]

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The line of every locomotive slot."""
        return tuple(self.line[line.id] for line in self.lines for _ in range(line.slots))

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        """Where the gaps of the industry lane are."""
        return tuple(i for i, entry in enumerate(self.lane) if entry.kind == "gap")

    @cached_property
    def gap_at(self) -> Mapping[int, int]:
        return {at: gap for gap, at in enumerate(self.gaps)}

    @cached_property
    def lane_points(self) -> tuple[int, ...]:
        """Points of every entry of the lane: printed there, or the last ones printed before it."""
        points, best = [], 0
        for entry in self.lane:
            best = entry.points if entry.points >= 0 else best
            points.append(best)
        return tuple(points)

    @cached_property
    def once(self) -> tuple[Special, ...]:
        """Special spaces that give something at the moment they are reached."""
        return tuple(x for x in self.specials if x.benefit in ONCE)

    @cached_property
    def reached(self) -> Mapping[tuple[int, int], tuple[Special, ...]]:
        """The same by (index of the track, space)."""
        return _grouped(self.once, lambda x: (self.index(x.line, x.colour), x.space))

    @cached_property
    def driven(self) -> Mapping[int, tuple[Special, ...]]:
        """Those that need a locomotive, by line."""
        return _grouped((x for x in self.once if x.locomotive), lambda x: self.line[x.line])

    @cached_property
    def scored(self) -> Mapping[int, tuple[Special, ...]]:
        """Special spaces that count at every scoring, by line; what doubles the tracks of a line comes first."""
        found = sorted((x for x in self.specials if x.benefit not in ONCE), key=lambda x: x.benefit != "double")
        return _grouped(found, lambda x: self.line[x.line])

    @cached_property
    def gives(self) -> Mapping[Special, tuple[Effect, ...]]:
        """What a special space gives at the moment it is reached."""
        return {x: self._given(x) for x in self.once}

    def _given(self, x: Special) -> tuple[Effect, ...]:
        if x.benefit == "tracks":
            return (Effect("track", x.n, (self.colour[x.takes],), False, x.id),) if x.n else ()
        return (Effect(x.benefit, x.n or 1, (), False, x.id),)

    @cached_property
    def claims(self) -> Mapping[str, int]:
        """The place each claim space is for."""
        return {x.id: verb.n for x in self.spaces.values() for verb in x.effects if verb.op == "claim"}

    @cached_property
    def boards(self) -> Mapping[int, tuple[Space, ...]]:
        """The spaces on the side of the board for a number of players."""
        return {n: tuple(space for space in self.spaces.values() if n in space.seats) for n in self.tables}

    @cached_property
    def in_play(self) -> Mapping[tuple[int, bool], tuple[Space, ...]]:
        """The same, before the last round and (True) in it."""
        hidden = {False: "last", True: "before last"}
        return {
            (n, last): tuple(x for x in self.boards[n] if x.rounds != hidden[last])
            for n in self.tables
            for last in hidden
        }

    @cached_property
    def public(self) -> Mapping[int, Act]:
        """What an engineer on a public space offers."""
        return {n: self._act(e.workers, e.coins, e.effects, True, e.id, e) for n, e in self.engineers.items()}

    @cached_property
    def factory(self) -> Mapping[int, tuple[Effect, ...]]:
        return {n: self.effects(x.effects, False, f"factory_{n}") for n, x in self.locomotives.items()}

    @cached_property
    def tile_effects(self) -> Mapping[str, tuple[Effect, ...]]:
        return {x.id: self.effects(x.effects, False, f"tile_{x.id}") for x in self.tiles.values()}

    @cached_property
    def card_effects(self) -> Mapping[str, tuple[Effect, ...]]:
        return {x.id: self.effects(x.effects, True, f"card_{x.id}") for x in self.cards.values()}

    @cached_property
    def bonus_effects(self) -> Mapping[str, tuple[Effect, ...]]:
        return {x.id: self.effects(x.effects, True, f"bonus_{x.id}") for x in self.bonuses.values()}

    @cached_property
    def upgraders(self) -> tuple[str, ...]:
        """?-tiles that revalue tracks."""
        return tuple(id_ for id_, effects in self.tile_effects.items() if any(e.op == "upgrader" for e in effects))

    @cached_property
    def medals(self) -> tuple[str, ...]:
        """?-tiles that make medal spaces work."""
        return tuple(id_ for id_, effects in self.tile_effects.items() if any(e.op == "medal" for e in effects))

    @cached_property
    def free_engineer(self) -> int:
        return next(e.number for e in self.engineers.values() if e.letter == "-")

    @cached_property
    def top(self) -> int:
        """The highest number of a locomotive."""
        return max(self.locomotives)

    def effects(self, verbs: Iterable[Verb], must: bool, source: str) -> tuple[Effect, ...]:
        return tuple(
            Effect(v.op, v.n, tuple(self.colour[c] for c in v.colours), must and v.op not in MAY, source) for v in verbs
        )

    def _act(self, workers: int, coins: int, verbs: tuple[Verb, ...], must: bool, source: str, named: Any) -> Act:
        effects = self.effects(verbs, must, source)
        only = effects[0] if len(effects) == 1 else None
        steps = only is not None and only.op in ("industry", "track")
        return Act(
            workers=workers,
            coins=coins,
            effects=effects,
            waiting=tuple(e for e in effects if e.op not in INSTANT),
            must=must,
            black=any(e.op == "track" and 0 in e.colours for e in effects),
            once=any(e.op in ONLY_ONCE for e in effects),
            steps=only.n if only is not None and steps else 0,
            colours=only.colours if only is not None and steps else (),
            text=Text(named.text),
        )

    @cached_property
    def acts(self) -> Mapping[str, Act]:
        """What the spaces of the board offer, and engineers beside a player board, by id."""
        board = {x.id: self._act(x.workers, x.coins, x.effects, True, x.id, x) for x in self.spaces.values()}
        own = {e.id: self._act(e.workers, e.coins, e.effects, False, e.id, e) for e in self.engineers.values()}
        return board | own

    @cached_property
    def displays(self) -> Mapping[str, int]:
        """The place of the display each public space takes its engineer from."""
        return {x.id: x.display for x in self.spaces.values() if x.display}


ONCE = ("tracks", "worker", "tile", "points")
MAY = ("card", "end_card", "repeat")
"""Never compulsory, whatever gives them."""
INSTANT = (
    "doubler",
    "coins",
    "points",
    "worker",
    "temporary_workers",
    "hire",
    "claim",
    "second_marker",
    "upgrader",
    "medal",
    "black_worker",
    "free_engineer",
)
"""Effects that ask nothing: they happen the moment they are gained."""
ONLY_ONCE = ("reuse", "claim", "temporary_workers")
"""Spaces with these are not used again: they would go on for ever, or give nothing."""


def _grouped(items: Iterable[Special], key: Any) -> dict[Any, tuple[Special, ...]]:
    groups: dict[Any, tuple[Special, ...]] = {}
    for item in items:
        groups[key(item)] = (*groups.get(key(item), ()), item)
    return groups


@lru_cache(maxsize=8)
def box_of(components: Components) -> Box:
    """The box of a set of component files. Raises `BadComponent` naming file, table and key."""
    from stellwerk.games.russian_railroads.rules.checks import check

    c = components
    box = Box(
        c,
        c.rows("lines.toml", "colour", Colour),
        c.rows("lines.toml", "line", Line),
        c.rows("lines.toml", "special", Special),
        c.rows("industry.toml", "lane", Lane),
        _by("id", c.rows("spaces.toml", "space", Space), "spaces.toml: space"),
        _by("number", c.rows("locomotives.toml", "locomotive", Locomotive), "locomotives.toml: locomotive"),
        _by("number", c.rows("engineers.toml", "engineer", Engineer), "engineers.toml: engineer"),
        _by("id", c.rows("cards.toml", "bonus", Card), "cards.toml: bonus"),
        _by("id", c.rows("cards.toml", "tile", Card), "cards.toml: tile"),
        _by("id", c.rows("cards.toml", "card", Card), "cards.toml: card"),
        _by("id", c.rows("cards.toml", "end_card", EndCard), "cards.toml: end_card"),
        _by("seats", c.rows("setup.toml", "table", Table), "setup.toml: table"),
        {x.id: x.n for x in c.rows("setup.toml", "supply", Supply)},
        tuple(x.points for x in c.rows("setup.toml", "pass", PlacePoints)),
        tuple(x.points for x in c.rows("setup.toml", "majority", PlacePoints)),
    )
    check(box)
    return box


def _by(key: str, rows: tuple[Any, ...], where: str) -> dict[Any, Any]:
    unique([str(getattr(row, key)) for row in rows], where)
    return {getattr(row, key): row for row in rows}
