"""1880 for bots: what shares, networks, treasuries and trains promise, and which answers are worth a thought."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from stellwerk.bots import knowledge
from stellwerk.core import Action, Choice, Game, Seat
from stellwerk.games.china1880.actions import PASS, Bid, BuyTrainFrom, Found, LayTile, SellShares
from stellwerk.games.china1880.chapters.auction import Bidding
from stellwerk.games.china1880.chapters.purchase import Purchase
from stellwerk.games.china1880.chapters.running import Operate, best_run, service, train_names, trains, written
from stellwerk.games.china1880.chapters.share_round import Trade
from stellwerk.games.china1880.chapters.shares import certificate_limit, certificates, price
from stellwerk.games.china1880.chapters.track import BuildTrack
from stellwerk.games.china1880.state import China
from stellwerk.rail18.best import best_routes

NODES = 400
"""Search nodes for an estimate of what trains earn."""
LAYS = 16
FOUNDINGS = 12
SALES = 4
PATIENCE = 2
"""How many payments of a private company a bid may count on."""
NEXT_TRAINS = 2
YIELD = 0.2
"""What a train earns in a turn, as a part of its price."""


class Knowledge(knowledge.Knowledge):
    scale = 250.0

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self._earned = lru_cache(50_000)(self._earn)

    def rests(self, choice: Choice[Any]) -> bool:
        fresh_track = isinstance(choice, BuildTrack) and not choice.laid
        return fresh_track or isinstance(choice, Trade | Bidding)

    def deep(self, choice: Choice[Any]) -> bool:
        return False

    def stage(self, s: China) -> int:
        return list(s.tables.phases).index(s.phase)

    def now(self, s: China, seat: Seat) -> float:
        held = sum(parts[seat] * price(s, company) for company, parts in s.shares.items() if parts[seat])
        return s.cash[seat] + held // 10 - s.debt[seat]

    # --- what companies earn ---------------------------------------------------------------------------------------

    def income(self, s: China, company: str, names: tuple[str, ...]) -> int:
        """What these trains would earn a company now."""
        if not names or not s.board.places(company):
            return 0
        owner = s.owner(company)
        aids = s.privates["P2"] == owner, s.privates["P3"] == owner
        return self._earned(_Position(s, company, names, (s.board, company, names, s.now.column, aids)))

    def _earn(self, at: _Position) -> int:
        best = best_routes(service(at.s, at.company), trains(at.s, at.names), NODES, None)
        # The answer is kept for long; the state it came from is not.
        at.forget()
        return best.revenue

    def lasting(self, s: China, company: str) -> tuple[str, ...]:
        """The trains that outlive the next types on sale."""
        on_sale = [name for name, left in s.depot.items() if left][:NEXT_TRAINS]
        return tuple(name for name in s.trains[company] if s.tables.trains[name].rusts_on not in on_sale)

    def hoped(self, s: China, company: str) -> float:
        """What a company may earn with the trains it can still buy: a part of what they cost."""
        capital = s.treasury[company] if company in s.floated else self._capital(s, company)
        room = s.now.limit - len(s.trains[company])
        return YIELD * min(capital, max(0, room) * self.next_price(s))

    def _capital(self, s: China, company: str) -> int:
        """What a founded company would float with, if its director holds enough."""
        enough = s.shares[company][s.director[company]] >= s.now.float
        return 5 * s.par[company] if enough else 0

    def next_price(self, s: China) -> int:
        top = next((name for name, left in s.depot.items() if left), "10")
        return s.tables.trains[top].price

    def features(self, s: China, seat: Seat) -> Sequence[float]:
        paid = lasting = funds = prospects = 0.0
        directed = trainless = short = own_funds = own_income = 0.0
        for company, parts in s.shares.items():
            part = parts[seat] / 100
            if not part:
                continue
            earns = self.income(s, company, s.trains[company]) if company in s.floated else 0
            keeps = self.income(s, company, self.lasting(s, company)) if company in s.floated else 0
            paid += part * earns
            lasting += part * keeps
            funds += part * s.treasury[company]
            prospects += part * self.hoped(s, company)
            if s.director[company] == seat:
                directed += 1
                own_funds += s.treasury[company]
                own_income += earns
                if not self.lasting(s, company):
                    trainless += 1
                    short += max(0, self.next_price(s) - s.treasury[company] - earns)
        certs = certificates(s, seat)
        revenue = (
            sum(s.tables.privates[p].revenue for p, owner in s.privates.items() if owner == seat)
            if s.now.revenue
            else 0
        )
        return [
            1.0,
            s.cash[seat] / 100,
            paid / 10,
            lasting / 10,
            funds / 100,
            prospects / 10,
            directed,
            trainless,
            short / 100,
            own_funds / 100,
            own_income / 10,
            certs,
            certificate_limit(s) - certs,
            revenue / 10,
            sum(s.treasury[i] for i, owner in s.investors.items() if owner == seat) / 100,
            s.debt[seat] / 100,
            self.now(s, seat) / 1000,
            max((s.turns_left, 0)),
        ]

    # --- answers worth a thought -----------------------------------------------------------------------------------

    def moves(self, s: China, choice: Choice[Any]) -> Sequence[Action]:
        match choice:
            case Operate():
                return self._runs(s, choice)
            case BuildTrack():
                return self._lays(s, choice)
            case Bidding():
                return self._bids(s, choice)
            case Trade():
                return self._trades(s, choice)
            case Purchase():
                return self._purchases(s, choice)
        return super().moves(s, choice)

    def _runs(self, s: China, choice: Operate) -> Sequence[Action]:
        """The best run a short search finds."""
        best = best_run(s, choice.entity, nodes=NODES)
        run = written(service(s, choice.entity), train_names(s, choice.entity), best.routes)
        return [run] if run.routes else choice.options(s).suggest(1)

    def _lays(self, s: China, choice: BuildTrack) -> Sequence[Action]:
        """Tiles with stops before plain ones, spread over the hexes."""
        lays = [a for a in choice.options(s) if isinstance(a, LayTile)]
        if len(lays) > LAYS:
            lays.sort(key=lambda a: -self._stops(s, a.tile))
            best = lays[: 3 * LAYS]
            lays = best[:: max(1, len(best) // LAYS)][:LAYS]
        others = [a for a in choice.options(s) if not isinstance(a, LayTile)]
        return [*lays, *others]

    def _stops(self, s: China, number: str) -> int:
        return sum(node.worth(s.now.column) for node in s.tables.atlas.tiles[number].nodes)

    def _bids(self, s: China, choice: Bidding) -> Sequence[Action]:
        """The least bid, while the private is worth it; else a pass."""
        private = s.tables.privates[choice.private]
        # Never below face value: an auction in which everybody waits goes on for ever.
        worth = private.price + PATIENCE * private.revenue
        bid = Bid(choice.private, choice.least)
        affordable = choice.least <= min(worth, s.cash[choice.seat(s)])
        return [bid] if affordable and choice.objection(s, bid) is None else [PASS]

    def _trades(self, s: China, choice: Trade) -> Sequence[Action]:
        seat = choice.seat(s)
        options = choice.options(s)
        listed = list(options) if options.finite and len(options) < 2000 else options.suggest(400)
        founds = [a for a in listed if isinstance(a, Found) and a.percent >= s.now.float and s.now.letter in a.permits]
        founds.sort(key=lambda a: (-a.par, -a.percent))
        sales = [a for a in listed if isinstance(a, SellShares)]
        over = certificates(s, seat) > certificate_limit(s)
        rest = [a for a in listed if not isinstance(a, Found | SellShares)]
        chosen = [*founds[:FOUNDINGS], *rest, *(sales if over else sales[:SALES])]
        return chosen or listed

    def _purchases(self, s: China, choice: Purchase) -> Sequence[Action]:
        """From the bank, or from a sister for little or for much."""
        options = choice.options(s)
        listed = list(options) if options.finite and len(options) < 300 else options.suggest(60)
        trades: dict[tuple[str, str], list[BuyTrainFrom]] = {}
        for a in listed:
            if isinstance(a, BuyTrainFrom):
                trades.setdefault((a.company, a.train), []).append(a)
        ends = [a for group in trades.values() for a in dict.fromkeys((group[0], group[-1]))]
        return [*(a for a in listed if not isinstance(a, BuyTrainFrom)), *ends]


class _Position:
    """A company's network with trains, told apart by what its earnings depend on."""

    __slots__ = ("company", "key", "names", "s")

    def __init__(self, s: China, company: str, names: tuple[str, ...], key: tuple[Any, ...]) -> None:
        self.s, self.company, self.names, self.key = s, company, names, key

    def forget(self) -> None:
        del self.s

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)
