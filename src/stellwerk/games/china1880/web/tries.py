"""What somebody might want to do at a hex that is closed to him: the law then says why not."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action
from stellwerk.games.china1880.rules.actions import LayTile, PlaceMarker
from stellwerk.games.china1880.rules.chapters.track import next_colour, successors
from stellwerk.games.china1880.rules.state import China


def tries(s: China, kinds: tuple[type[Action], ...]) -> Iterator[Action]:
    """One lay a hex and one marker a city, whichever of them the open question asks for."""
    if LayTile in kinds:
        yield from (lay_at(s, hex) for hex in s.tables.hexes)
    if PlaceMarker in kinds:
        for hex, face in s.tables.atlas.layout(s.board).faces.items():
            yield from (PlaceMarker(hex, n) for n, node in enumerate(face.tile.nodes) if node.slots)


def lay_at(s: China, hex: str) -> LayTile:
    """A tile that would follow what lies there: one that is left before others, turned as it fits if it does."""
    atlas, number = s.tables.atlas, followers(s, hex)[0]
    turns = atlas.fits(s.board, hex, number)
    return LayTile(hex, number, turns[0].rotation if turns else 0)


def followers(s: China, hex: str) -> list[str]:
    """What may follow, or else tiles of the next colour, or any; those that fit and are left come first."""
    atlas = s.tables.atlas
    tile = atlas.face(s.board, hex).tile
    found = successors(s.tables, tile) if tile.colour else s.tables.first.get(hex, ())
    coloured = (n for n, new in atlas.tiles.items() if new.colour == next_colour(tile))
    return sorted(found or coloured, key=lambda n: (not atlas.fits(s.board, hex, n), not s.stock[n])) or [*atlas.tiles]
