"""Russian Railroads for bots: what the lines, industry, workers and engineers promise."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from operator import mul
from typing import Any

from stellwerk.bots import knowledge
from stellwerk.bots.knowledge import More, Weights, weights_of
from stellwerk.core import Action, Choice, Game, Seat, Text, pending
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.chapters.industry import front_room
from stellwerk.games.russian_railroads.rules.chapters.rounds import card_points, majority
from stellwerk.games.russian_railroads.rules.chapters.scoring import industry_points, line_worth
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, lowest_stack, reach
from stellwerk.rail18.cache import Cache

PIECE, PERSON, HAND = 0.5, 3.0, 1.5
"""What the greedy bot gives for a step or coin, for a factory, engineer or worker, and for a worker not yet placed."""

DOUBT = 16.0
"""Points ahead with which one is first e times as often, in all rounds alike; fitted to ten games."""
LAST_HANDS = 3
"""Workers and coins still to be placed in the last round with which its end may be searched out."""
CARDS = 2
"""Things known of end cards: how many, and their points as it stands."""
KEPT, ROWS = 50_000, 500
"""Boards whose worth is kept, and rows of weights."""


class Knowledge(knowledge.Knowledge):
    scale = 25.0
    blunder = 15.0
    ranks = False
    finalists, following = 6, 40

    def __init__(self, game: Game[Any], weights: Weights | None = None) -> None:
        super().__init__(game, weights)
        self._fitted = tuple(self.weights[0]) if self.weights else ()
        self._rows: Cache[tuple[Box, int], tuple[float, ...]] = Cache(ROWS)
        self._boards: Cache[tuple[Any, ...], float] = Cache(KEPT)
        self._majorities: Cache[tuple[Any, ...], dict[Seat, int]] = Cache(KEPT)

    def seats(self, s: RussianRailroads) -> int:
        return len(s.players)

    def sight(self, s: RussianRailroads, choice: Choice[Any]) -> Hashable | None:
        """The own board, own workers on the board, and what may be had: locomotives, engineers, doublers."""
        seat = choice.seat(s)
        p = s.players[seat]
        return (
            choice, seat, s.round, lowest_stack(s), s.display[0], s.black_worker, s.doublers, s.takes, s.bonuses,
            p.points, tuple(p.tracks), p.locomotives, p.factories, p.markers, p.engineers, p.tiles,
            p.doublers, p.crew, p.workers, p.temporary, p.black, p.coins,
            tuple(stand for stand in s.stands if stand[1] == seat), tuple(s.agenda),
        )  # fmt: skip

    def ends_soon(self, s: RussianRailroads) -> bool:
        hands = sum(
            p.workers + p.temporary + p.black + p.coins for p, out in zip(s.players, s.passed, strict=True) if not out
        )
        return s.last_round and hands <= LAST_HANDS

    def rests(self, choice: Choice[Any]) -> bool:
        return isinstance(choice, Turn)

    def now(self, s: RussianRailroads, seat: Seat) -> float:
        """Points so far and those of the next scoring."""
        p = s.players[seat]
        return p.points + (sum(self._scoring(s, p)) if s.agenda else 0)

    def plans(self, s: RussianRailroads, choice: Choice[Any], more: More) -> Iterable[Sequence[Action]]:
        return [[move] for move in self.moves(s, choice)] if isinstance(choice, Turn) else ()

    def again(self, s: RussianRailroads, seat: Seat) -> RussianRailroads | None:
        if s.passed[seat] or not isinstance(pending(s), Turn):
            return None
        following = s.copy()
        following.active, following.at = seat, s.order.index(seat)
        return following

    def tempting(self, s: RussianRailroads, seat: Seat) -> float:
        """The position as it lies: points, the next scoring, and every piece for a little."""
        p = s.players[seat]
        pieces = sum(p.tracks) + sum(p.locomotives) + sum(p.markers) + p.doublers + p.coins
        people = sum(map(bool, p.factories)) + len(p.engineers) + p.crew
        hands = 0 if s.passed[seat] else p.workers + p.temporary + p.black
        return self.now(s, seat) + PIECE * pieces + PERSON * people + HAND * hands

    def value(self, s: RussianRailroads, seat: Seat) -> float:
        """As `parts` has it, only faster: what depends on a player's own board is kept."""
        p = s.players[seat]
        if not self.weights or not s.agenda:
            return self.now(s, seat)
        left = s.table.rounds - max(1, s.round)
        key = s.box, left, tuple(p.tracks), p.locomotives, p.factories, p.markers, p.tiles, p.doublers
        board = self._boards.get(key, lambda: self._board(s, p, left))
        row = self.row(s.box, left)
        at = len(row) - 1 - CARDS - len(s.box.tiles) - len(PEOPLE)
        people = sum(map(mul, row[at:], self._people(s, p, seat, left)))
        cards = sum(map(mul, row[-1 - CARDS :], self._cards(s, p, seat)))
        return float(p.points + board + people + cards + row[-1] * p.crew)

    def row(self, box: Box, left: int) -> tuple[float, ...]:
        """What each of `things` counts for with so many scorings to come, and then the crew's own weight."""
        return self._rows.get((box, left), lambda: self.weighed(box, left))

    def weighed(self, box: Box, left: int) -> tuple[float, ...]:
        return sound(box, self._fitted, left)

    def _board(self, s: RussianRailroads, p: Player, left: int) -> float:
        """What lines, industry and ?-tiles promise, the next scoring included."""
        row = self.row(s.box, left)
        own = [1.0, *self._lines(s, p), *self._industry(s, p)]
        tiles = sum(map(mul, row[len(row) - 1 - CARDS - len(s.box.tiles) :], self._tiles(s, p)))
        return float(sum(self._scoring(s, p)) + sum(map(mul, row, own)) + tiles)

    def _scoring(self, s: RussianRailroads, p: Player) -> list[int]:
        """What the next scoring would bring: every line, then industry."""
        lines = [line_worth(s.box, p, n, reach(s, p, n)) for n in range(len(s.box.lines))]
        return [*lines, industry_points(s.box, p)]

    def parts(self, s: RussianRailroads, seat: Seat) -> Mapping[Text, float]:
        p, box = s.players[seat], s.box
        found = {Text("points so far"): float(p.points)}
        if not s.agenda:
            return found
        scored = [*(Text(line.name) for line in box.lines), Text("industry")]
        found |= zip(scored, map(float, self._scoring(s, p)), strict=True)
        if self.weights:
            row = self.row(box, s.table.rounds - max(1, s.round))
            for title, weight, thing in zip(titles(box), row, [*self.things(s, seat), p.crew], strict=True):
                found[title] = found.get(title, 0.0) + weight * thing
        return found

    def doubt(self, s: RussianRailroads) -> float:
        return DOUBT

    def features(self, s: RussianRailroads, seat: Seat) -> Sequence[float]:
        """Each thing as it is and once more times the scorings to come after the next."""
        left = s.table.rounds - max(1, s.round)
        found = self.things(s, seat)
        return [*found, *(left * x for x in found), left * left, left * left * s.players[seat].crew]

    def things(self, s: RussianRailroads, seat: Seat) -> list[float]:
        """What a seat has, in the order of `kinds`."""
        p = s.players[seat]
        left = s.table.rounds - max(1, s.round)
        return [
            1.0,
            *self._lines(s, p),
            *self._industry(s, p),
            *self._people(s, p, seat, left),
            *self._tiles(s, p),
            *self._cards(s, p, seat),
        ]

    def _lines(self, s: RussianRailroads, p: Player) -> list[float]:
        """What every line brings, what it would bring with better locomotives, how far each track is on its legs."""
        box = s.box
        found: list[float] = [p.doublers]
        for n, line in enumerate(box.lines):
            far = reach(s, p, n)
            black = p.tracks[n * len(box.colours)]
            worth = line_worth(box, p, n, far)
            more = line_worth(box, p, n, far + 1) + line_worth(box, p, n, far + 2) - 2 * worth
            found += [worth, line_worth(box, p, n, line.length) - worth, more, far, min(far, black)]
        tracks = p.tracks
        return found + [min(max(0, tracks[index] - start), end - start) for index, start, end in legs(box)]

    def _industry(self, s: RussianRailroads, p: Player) -> list[float]:
        front, *rear = p.markers
        built = sum(map(bool, p.factories))
        return [industry_points(s.box, p), front, sum(rear), len(rear), front_room(s.box, p), built]

    def _people(self, s: RussianRailroads, p: Player, seat: Seat, left: int) -> list[float]:
        placing = not s.passed[seat]
        hands = placing * (p.workers + p.temporary + p.black)
        claims = [s.box.claims[space] for space, who, _ in s.stands if who == seat and space in s.box.claims]
        place = s.order.index(seat) if seat in s.order else 0
        return [
            p.crew,
            p.coins,
            min(p.coins, 2),
            hands,
            placing * min(hands, 2),
            s.black_worker == seat,
            len(p.engineers),
            max(p.engineers, default=0) / 10,
            self._most(s, seat),
            claims[0] - 1 if claims else place,
            bool(claims),
        ]

    def _tiles(self, s: RussianRailroads, p: Player) -> list[float]:
        laid = {tile for _, tile in p.tiles}
        return [tile in laid for tile in s.box.tiles]

    def _cards(self, s: RussianRailroads, p: Player, seat: Seat) -> list[float]:
        cards = [card for taker, card in s.takes if taker == seat]
        return [len(cards), sum(card_points(s, p, s.box.end_cards[card]) for card in cards)]

    def _most(self, s: RussianRailroads, seat: Seat) -> int:
        """Points of the majority of engineers, as it stands."""
        key = s.box, s.takes, tuple(p.engineers for p in s.players)
        return self._majorities.get(key, lambda: dict(majority(s, s.takes))).get(seat, 0)


@cache
def legs(box: Box) -> tuple[tuple[int, int, int], ...]:
    """Every track in legs between its special spaces: (index of the track, start, end)."""
    found = []
    for piece in box.pieces:
        line = box.lines[piece.line]
        stops = {x.space for x in box.specials if box.index(x.line, x.colour) == piece.track}
        found += [(piece.track, start, end) for start, end in pairwise(sorted({0, *stops, line.length}))]
    return tuple(found)


# --- weights made sound ----------------------------------------------------------------------------------------------

LINE = ("worth", "best", "more", "far", "black")
INDUSTRY = ("industry", "front", "rear", "markers", "room", "factories")
PEOPLE = (
    "crew",
    "coins",
    "coins",
    "hands",
    "first hands",
    "black worker",
    "engineers",
    "best",
    "most",
    "place",
    "claim",
)
PEOPLE_TITLES = {
    "crew": Text("workers"),
    "coins": Text("coins"),
    "hands": Text("workers"),
    "first hands": Text("workers"),
    "black worker": Text("workers"),
    "engineers": Text("engineers"),
    "best": Text("engineers"),
    "most": Text("engineers"),
    "place": Text("place in the turn order"),
    "claim": Text("place in the turn order"),
}
COSTS = ("one", "first hands", "place", "cards")
"""What may count against a player: all else he need not use."""
STEP = 0.1
"""What a step of track is worth at least, with every scoring to come: nobody refuses a free one."""
DEAREST = 5.0
"""What a step may be worth beyond what its line brings: more was never seen, only inferred."""


@cache
def kinds(box: Box) -> tuple[str, ...]:
    """What each of `Knowledge.things` is."""
    lines = LINE * len(box.lines)
    tracks = (f"track {index}" for index, _, _ in legs(box))
    return "one", "doublers", *lines, *tracks, *INDUSTRY, *PEOPLE, *("tile" for _ in box.tiles), "cards", "card points"


@cache
def titles(box: Box) -> tuple[Text, ...]:
    """What each of `Knowledge.things` belongs to, in words, and then the crew's own weight."""
    lines = [Text(line.name) for line in box.lines]
    of_lines = [line for line in lines for _ in LINE]
    tracks = [lines[index // len(box.colours)] for index, _, _ in legs(box)]
    return (
        Text("the rounds to come"),
        Text("doublers"),
        *of_lines,
        *tracks,
        *(Text("industry") for _ in INDUSTRY),
        *(PEOPLE_TITLES[kind] for kind in PEOPLE),
        *(Text("?-tiles") for _ in box.tiles),
        Text("end cards"),
        Text("end cards"),
        Text("workers"),
    )


@cache
def sound(box: Box, fitted: tuple[float, ...], left: int) -> tuple[float, ...]:
    """The weights with so many scorings to come, mended where the games they were fitted to never went.

    There they are accidents: a track is worth 20 a step and two steps on −25. Legs of a track that count against their
    owner are pooled with those before them, and nothing he need not use counts against him. The last weight is the
    crew's own.
    """
    n = len(kinds(box))
    row = [now + left * later for now, later in zip(fitted[:n], fitted[n : 2 * n], strict=True)]
    first = kinds(box).index(f"track {legs(box)[0][0]}")
    lengths = [end - start for _, start, end in legs(box)]
    for at in range(first, first + len(lengths)):
        _pool(row, at, first, lengths, kinds(box))
    found = [w if kind in COSTS else max(0.0, w) for w, kind in zip(row, kinds(box), strict=True)]
    for at in range(first, first + len(lengths)):
        found[at] = min(DEAREST, max(STEP * (1 + left), found[at]))
    return *found, left * left * fitted[-1]


def _pool(row: list[float], at: int, first: int, lengths: Sequence[int], kinds: Sequence[str]) -> None:
    """Share what a leg lacks to count for its owner with the legs before it on the same track."""
    start = at
    while row[at] < 0 and start > first and kinds[start - 1] == kinds[at]:
        start -= 1
        spaces = lengths[start - first : at - first + 1]
        mean = sum(map(mul, row[start : at + 1], spaces)) / sum(spaces)
        row[start : at + 1] = [mean] * len(spaces)


class Knowledge01(Knowledge):
    """Of the strong bot of version 0.1: its own weights, as they were fitted."""

    def __init__(self, game: Game[Any], weights: Weights | None = None) -> None:
        super().__init__(game, weights_of(game.id, "weights-0.1.json") if weights is None else weights)

    def value(self, s: RussianRailroads, seat: Seat) -> float:
        return knowledge.Knowledge.value(self, s, seat)


class Searched(Knowledge):
    """For advice: the weights of 0.1 made sound, which see no seat richer across the end of a round."""

    def __init__(self, game: Game[Any], weights: Weights | None = None) -> None:
        super().__init__(game, weights_of(game.id, "weights-0.1.json") if weights is None else weights)
