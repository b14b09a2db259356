"""yokohama scoring: the final scoring, as it would be at any time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stellwerk.core import Score, Seat, Step, Text, ranked, tell
from stellwerk.games.yokohama.rules.chapters.orders import symbols
from stellwerk.games.yokohama.rules.components import IMPORTS, YEN, Majority
from stellwerk.games.yokohama.rules.events import Scored
from stellwerk.games.yokohama.rules.state import CATEGORIES, NEUTRAL, Yokohama

CATEGORY_NAMES: Mapping[str, Text] = {
    "orders": Text("Orders"),
    "buildings": Text("Buildings"),
    "church": Text("Church spaces"),
    "customs": Text("Customs spaces"),
    "areas": Text("Port and Dock"),
    "technologies": Text("Technology effects"),
    "achievements": Text("Achievements"),
    "tiles": Text("Power-5 tiles"),
}


def majority(standing: Iterable[tuple[int, int, Seat]], row: Majority) -> dict[Seat, int]:
    """Points of first and second place from (count, tie-break, owner); a place nobody is on is not given."""
    places = sorted(standing, reverse=True)
    return {owner: points for (_, _, owner), points in zip(places, (row.first, row.second), strict=False)}


def board_majority(s: Yokohama, board: str) -> dict[Seat, int]:
    """yokohama scoring.1, scoring.2: most assistants; of equals the one whose assistant stands furthest right.

    With two players the neutral assistant takes part; points it wins are lost.
    """
    owners = s.spaces[board]
    present = [seat for seat in (*range(s.seats), NEUTRAL) if seat in owners]
    if present == [NEUTRAL]:
        return {}
    standing = [(owners.count(seat), _rightmost(owners, seat), seat) for seat in present]
    return majority(standing, s.tables.majorities[board])


def _rightmost(owners: Sequence[int], seat: Seat) -> int:
    return max(n for n, owner in enumerate(owners) if owner == seat)


def technology_value(s: Yokohama, seat: Seat) -> int:
    """Printed costs only, no surcharges."""
    return sum(s.tables.technologies[card].cost for card in s.technologies[seat])


def technology_majority(s: Yokohama) -> dict[Seat, int]:
    """yokohama scoring.3: the highest technology values, of equals the earlier in turn order.

    Values are doubled, because the neutral player of a game for two stands at 7½.
    """
    row = s.tables.majorities["technology"]
    standing = [(2 * technology_value(s, seat), -seat, seat) for seat in range(s.seats) if s.technologies[seat]]
    alone = len(standing) == 1 and s.variants.sole_inventor
    if standing and not alone and s.tables.shapes[s.seats].neutral:
        standing.append((row.neutral_doubled, -NEUTRAL, NEUTRAL))
    return majority(standing, row)


def country_points(s: Yokohama, seat: Seat) -> int:
    """yokohama scoring.4: symbols in sets of different countries; the largest set first is best."""
    return set_points([symbols(s, seat, country) for country in s.tables.countries], s.tables.sets)


def set_points(counts: Sequence[int], values: Sequence[int]) -> int:
    sizes = (sum(count > n for count in counts) for n in range(max(counts)))
    return sum(values[size] for size in sizes)


def rest_points(s: Yokohama, seat: Seat) -> tuple[tuple[Text, int], ...]:
    """yokohama scoring.5: unused agents, imports, pairs of yen, threes of trade goods."""
    rest, stock = s.tables.rest, s.stock[seat]
    unused = len(s.agents[seat]) - s.agents_used[seat]
    return (
        (Text("Unused agents"), unused * rest.agent),
        (Text("Imports"), stock[IMPORTS] * rest.imports),
        (Text("Yen"), stock[YEN] // rest.yen_per_point),
        (Text("Trade goods"), sum(stock[:4]) // rest.goods_per_point),
    )


def final_items(s: Yokohama) -> list[tuple[tuple[Text, int], ...]]:
    """What final scoring gives each seat, in the order of the rulebook."""
    church, customs = board_majority(s, "church"), board_majority(s, "customs")
    technology = technology_majority(s)
    return [
        (
            (Text("Church majority"), church.get(seat, 0)),
            (Text("Customs majority"), customs.get(seat, 0)),
            (Text("Technology majority"), technology.get(seat, 0)),
            (Text("Country sets"), country_points(s, seat)),
            *rest_points(s, seat),
        )
        for seat in range(s.seats)
    ]


def scores(s: Yokohama) -> list[Score]:
    """yokohama scoring.6: most points; of equals the earlier in turn order."""
    rows = []
    for seat, final in enumerate(final_items(s)):
        earned = zip(CATEGORIES, s.points[seat], strict=True)
        items = (*((CATEGORY_NAMES[name], points) for name, points in earned), *final)
        rows.append((sum(points for _, points in items), (-seat,), items))
    return ranked(rows)


@dataclass(frozen=True, slots=True)
class FinalScoring(Step[Yokohama]):
    """The game is over; what final scoring gives is told, the points themselves are derived."""

    def run(self, s: Yokohama) -> None:
        for seat, items in enumerate(final_items(s)):
            for reason, points in items:
                if points:
                    tell(s, Scored, seat, points, reason)
