"""1880 X.track, X.upgrade: laying track and upgrading tiles."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Options, Rule, Seat, Sifted, Step, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import PASS, LayTile, Pass
from stellwerk.games.china1880.rules.chapters.homes import ChooseHome, lift_home
from stellwerk.games.china1880.rules.chapters.money import charge
from stellwerk.games.china1880.rules.chapters.phases import phase_ahead
from stellwerk.games.china1880.rules.chapters.powers import (
    POWERS,
    permit_usable,
    power_objection,
    power_question,
    powers,
    rocket_asked,
    rocket_usable,
    use_power,
)
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.components import Hex, Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.hexes import EDGES
from stellwerk.rail18.tiles import Face, Tile, node_map

COLOURS = ("", "yellow", "green", "brown", "grey")
NEXT = dict(zip(COLOURS, (*COLOURS[1:], ""), strict=True))
UPGRADES = {
    "yellow": Text("a yellow tile becomes a green one, nothing else"),
    "green": Text("a green tile becomes a brown one, nothing else"),
    "brown": Text("a brown tile becomes a grey one, nothing else"),
    "grey": Text("a grey tile is final"),
}
TOO_EARLY = {
    "green": Text("no green tiles in phase {phase}"),
    "brown": Text("no brown tiles in phase {phase}"),
    "grey": Text("no grey tiles in phase {phase}"),
}
TWO_YELLOWS = "BCR"
MOST_YELLOW = 2
RIVER_DISCOUNT = 20


@value
class LayTrack(Step[China]):
    """1880 X.track: the part of a turn in which track is built."""

    entity: str

    def run(self, s: China) -> None:
        if may_build(s, self.entity) or rocket_asked(s, building=True) or permit_usable(s):
            then(s, BuildTrack(self.entity))


def may_build(s: China, entity: str) -> bool:
    """1880 X.track.2, VIII.6, VII.3: companies need the permit of the phase, investors none while they are active."""
    return s.now.investors if entity in s.investors else s.now.letter in s.permits[entity]


def yellow_tiles(s: China, entity: str) -> int:
    """1880 X.track.1, VII.3: how many yellow tiles a turn allows."""
    if entity in s.investors:
        return 1
    return max(s.now.yellow, MOST_YELLOW if entity == TWO_YELLOWS else 0)


@value
class BuildTrack(Choice[China]):
    """1880 X.track.1: a yellow tile, an upgrade instead of the first one, or nothing (more)."""

    entity: str
    laid: int = 0
    rule: ClassVar[Rule] = rule("X.track.1")
    kinds: ClassVar[tuple[type[Action], ...]] = (LayTile, Pass, *POWERS)

    def seat(self, s: China) -> Seat:
        return s.owner(self.entity)

    def question(self, s: China) -> Text:
        if not may_build(s, self.entity) or self.laid >= yellow_tiles(s, self.entity):
            return power_question(s, self.entity)
        if self.laid:
            return Text("{entity}: lay a second yellow tile", entity=self.entity)
        return Text("{entity}: lay or upgrade a tile", entity=self.entity)

    def candidates(self, s: China) -> list[Action]:
        return [*lays(s, self.entity, self.laid), PASS, *powers(s, self.seat(s))]

    def options(self, s: China) -> Options:
        return Lays(self, s)

    def objection(self, s: China, a: Action) -> Illegal | None:
        if isinstance(a, LayTile):
            return lay_objection(s, self.entity, self.laid, a)
        return None if isinstance(a, Pass) else power_objection(s, self.seat(s), a)

    def resolve(self, s: China, a: Action) -> None:
        if isinstance(a, LayTile):
            self._lay(s, a)
        elif not isinstance(a, Pass):
            then(s, self)
            use_power(s, a)

    def _lay(self, s: China, a: LayTile) -> None:
        yellow = not s.tables.atlas.laid(s.board, a.hex) and not printed(s, a.hex).colour
        lay(s, self.entity, a)
        if (yellow and self.laid + 1 < yellow_tiles(s, self.entity)) or (yellow and brings_second_tile(s, self.entity)):
            then(s, BuildTrack(self.entity, self.laid + 1))
        elif waits_for_rocket(s):
            then(s, BuildTrack(self.entity, self.laid + 1 if yellow else MOST_YELLOW))
        if yellow and (company := lift_home(s, a.hex)):
            then(s, ChooseHome(company))


def brings_second_tile(s: China, entity: str) -> bool:
    """1880 X.track.1, VI.P7: P7 could take the train with which the phase of two yellow tiles begins."""
    if s.variants.closed_track or not rocket_usable(s):
        return False
    ahead = phase_ahead(s)
    return ahead.yellow > yellow_tiles(s, entity) and ahead.letter in s.permits[entity]


def waits_for_rocket(s: China) -> bool:
    """Departure VI.P7: track stays open while P7 could bring the first train."""
    return s.variants.track_for_rocket and rocket_asked(s, building=True)


class Lays(Sifted):
    """Each distinct lay once, by its lowest rotation; equal rotations are contained, too."""

    __slots__ = ("ask", "s")

    def __init__(self, ask: BuildTrack, s: China) -> None:
        super().__init__(ask.candidates(s), lambda a: not isinstance(a, LayTile) or may_lay(s, ask.entity, a))
        self.ask, self.s = ask, s

    def __contains__(self, action: object) -> bool:
        return isinstance(action, BuildTrack.kinds) and self.ask.objection(self.s, action) is None


def printed(s: China, hex: str) -> Tile:
    return s.tables.atlas.lands[hex].printed


def lay(s: China, entity: str, a: LayTile) -> None:
    """1880 X.track.9, X.upgrade.5: pay the terrain, take the tile, give back the old one; markers move with it."""
    cost = terrain(s, entity, a.hex)
    old = s.tables.atlas.face(s.board, a.hex).tile.name
    charge(s, entity, cost)
    s.stock[a.tile] -= 1
    if old in s.stock:
        s.stock[old] += 1
    s.board = s.tables.atlas.lay(s.board, a.hex, a.tile, a.rotation)
    tell(s, events.TileLaid, entity, a.hex, a.tile, a.rotation, cost)
    if cost:
        tell(s, events.TerrainPaid, entity, cost)


def terrain(s: China, entity: str, hex: str) -> int:
    """1880 X.track.9, VI.P4: what the first tile on a hex costs; the owner of P4 pays 20 less at a river."""
    row = s.tables.hexes[hex]
    if not row.cost or s.tables.atlas.laid(s.board, hex):
        return 0
    discount = RIVER_DISCOUNT if "river" in row.terrain and s.privates["P4"] == s.owner(entity) else 0
    return max(0, row.cost - discount)


# --- which tiles may lie where ---------------------------------------------------------------------------------------


@cache
def successors(t: Tables, tile: Tile) -> tuple[str, ...]:
    """1880 X.upgrade.1, X.upgrade.4, X.upgrade.6: what may replace a tile: next colour, same label and stations."""
    return tuple(new.name for new in _of_colour(t, next_colour(tile)) if may_follow(tile, new))


@cache
def _of_colour(t: Tables, colour: str) -> tuple[Tile, ...]:
    return tuple(tile for tile in t.atlas.tiles.values() if tile.colour == colour)


def may_follow(old: Tile, new: Tile) -> bool:
    if not old.colour or new.colour != next_colour(old) or new.label != old.label:
        return False
    kinds = [[node.kind for node in tile.nodes] for tile in (old, new)]
    joined = bool(old.label) and len(kinds[1]) == 1 and kinds[0][:1] == kinds[1]
    return kinds[0] == kinds[1] or joined or old.label == "B"


def next_colour(tile: Tile) -> str:
    return NEXT[tile.colour]


def more_exits(s: China, hex: str, tile: Tile) -> str | None:
    """1880 X.upgrade.7: a tile with more exits that must be taken instead when a city becomes brown."""
    if tile.colour != "brown":
        return None
    exits = tile.at(0).exits.bit_count()
    rivals = successors(s.tables, s.tables.atlas.face(s.board, hex).tile)
    better = (n for n in rivals if s.tables.atlas.tiles[n].at(0).exits.bit_count() > exits)
    return next((n for n in better if s.stock[n] and s.tables.atlas.fits(s.board, hex, n)), None)


def reaches(s: China, entity: str, hex: str, exits: int) -> bool:
    """1880 X.track.3, X.upgrade.2: track from a station leads onto the tile, or the station stands on it."""
    if any(place[0] == hex for place in s.board.places(entity)):
        return True
    return bool(s.tables.atlas.network(s.board, entity).borders.get(hex, 0) & exits)


def home(s: China, entity: str) -> str:
    return (s.tables.companies.get(entity) or s.tables.investors[entity]).home


def home_is_bare(s: China, entity: str) -> bool:
    """1880 X.track.4: no track on the home hex yet, neither printed nor laid."""
    return not s.tables.atlas.face(s.board, home(s, entity)).exits


def lays(s: China, entity: str, laid: int) -> list[LayTile]:
    """Every lay, equal rotations by the lowest, that only ``may_lay`` can still speak against."""
    found: list[LayTile] = []
    if not may_build(s, entity):
        return found
    faces = s.tables.atlas.layout(s.board).faces
    arrivals = s.tables.atlas.network(s.board, entity).borders
    own = [hex for hex, _ in s.board.places(entity)]
    colours = () if laid else s.now.colours
    another = laid < yellow_tiles(s, entity)
    for hex in sorted({**arrivals, **dict.fromkeys(own)}, key=_place_on_map(s.tables).__getitem__):
        tile = faces[hex].tile
        if tile.colour:
            is_open = next_colour(tile) in colours
        else:
            is_open = another and terrain(s, entity, hex) <= s.treasury[entity]
        if is_open:
            found += _fitting(s.tables, hex, tile, faces[hex].rotation)
    return found


def may_lay(s: China, entity: str, a: LayTile) -> bool:
    """Whether nothing speaks against one of the lays: the tile is there, track leads to it, no better one is due."""
    tile = s.tables.atlas.tiles[a.tile]
    return (
        s.stock[a.tile] > 0
        and reaches(s, entity, a.hex, tile.at(a.rotation).exits)
        and more_exits(s, a.hex, tile) is None
    )


@cache
def _place_on_map(t: Tables) -> dict[str, int]:
    return {hex: place for place, hex in enumerate(t.hexes)}


@lru_cache(1 << 14)
def _fitting(t: Tables, hex: str, tile: Tile, rotation: int) -> tuple[LayTile, ...]:
    """Every tile at every rotation that fits onto what lies on a hex, whoever builds and whatever is left."""
    old, numbers = tile.at(rotation), successors(t, tile) if tile.colour else t.first[hex]
    turns = [(n, fit.rotation) for n in numbers for fit in t.atlas.fitting(hex, old, n)]
    return tuple(LayTile(hex, n, turn) for n, turn in turns if t.atlas.tiles[n].lowest[turn] == turn)


# --- the law ---------------------------------------------------------------------------------------------------------


def lay_objection(s: China, entity: str, laid: int, a: LayTile) -> Illegal | None:
    """Everything that speaks against a lay: the builder, the hex, the tile, its track, its reach, its price."""
    hex, tile = s.tables.hexes.get(a.hex), s.tables.atlas.tiles.get(a.tile)
    if not may_build(s, entity):
        return no("X.track.2", Text("{entity}: no permit for phase {phase}", entity=entity, phase=s.now.letter))
    if hex is None or tile is None or a.rotation not in EDGES:
        return no("X.track.5", Text("no such hex, tile or rotation: {lay}", lay=str(a)))
    if not hex.buildable:
        section = "X.track.10" if hex.kind == "ferry" else "X.track.7"
        return no(section, Text("nothing is laid on {hex}", hex=hex.id))
    if not s.stock[a.tile]:
        return no("X.track.11", Text("tile {tile}: none left", tile=a.tile))
    old = s.tables.atlas.face(s.board, a.hex)
    kind = (
        _upgrade_objection(s, laid, hex, old, tile) if old.tile.colour else _first_objection(s, entity, laid, hex, tile)
    )
    return kind or _track_objection(s, entity, hex, old, tile.at(a.rotation))


def _first_objection(s: China, entity: str, laid: int, hex: Hex, tile: Tile) -> Illegal | None:
    if laid >= yellow_tiles(s, entity):
        return no("X.track.1", Text("yellow tiles in this turn: {n}", n=yellow_tiles(s, entity)))
    if tile.colour != "yellow":
        return no("X.upgrade.1", Text("{hex} is bare: a yellow tile comes first", hex=hex.id))
    if tile.name not in s.tables.first[hex.id]:
        section = "X.track.6" if "boomtown" in hex.kind else "X.track.5"
        return no(section, Text("tile {tile} does not show what is on {hex}", tile=tile.name, hex=hex.id))
    if home_is_bare(s, entity) and hex.id != home(s, entity):
        return no("X.track.4", Text("{entity}: first tile on {hex}", entity=entity, hex=home(s, entity)))
    if (cost := terrain(s, entity, hex.id)) > s.treasury[entity]:
        treasury = s.treasury[entity]
        return no("X.track.9", Text("terrain costs ¥{cost}, treasury ¥{cash}", cost=cost, cash=treasury))
    return None


def _upgrade_objection(s: China, laid: int, hex: Hex, old: Face, tile: Tile) -> Illegal | None:
    if laid:
        return no("X.track.1", Text("no upgrade after a yellow tile in the same turn"))
    if tile.colour != next_colour(old.tile):
        return no("X.upgrade.1", UPGRADES[old.tile.colour])
    if tile.colour not in s.now.colours:
        return no("X.upgrade.1", Text(TOO_EARLY[tile.colour].message, phase=s.phase))
    if tile.name not in successors(s.tables, old.tile):
        return no("X.upgrade.4", Text("tile {tile} does not keep the stations on {hex}", tile=tile.name, hex=hex.id))
    if better := more_exits(s, hex.id, tile):
        return no("X.upgrade.7", Text("tile {better} with more exits comes first", better=better))
    return None


def _track_objection(s: China, entity: str, hex: Hex, old: Face, new: Face) -> Illegal | None:
    atlas = s.tables.atlas
    if node_map(old, new) is None:
        return no("X.upgrade.3", Text("track on {hex} would be lost", hex=hex.id))
    if new.exits & ~atlas.open[hex.id]:
        return no("X.track.7", Text("track would run off the map, into a barrier or to a closed side"))
    if atlas.lands[hex.id].stubs & ~new.exits:
        return no("X.track.8", Text("the printed track on {hex} must be continued", hex=hex.id))
    if not reaches(s, entity, hex.id, new.exits):
        section = "X.upgrade.2" if old.tile.colour else "X.track.3"
        return no(section, Text("{entity}: no track from its stations leads to this tile", entity=entity))
    return None
