"""yokohama turn.2: decisions of the active player, and the two technologies that work at any of them."""

from __future__ import annotations

from stellwerk.core import Action, Chance, Choice, Illegal, Listed, Options, Seat, Text, after, pending, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, RECRUIT, SELL_SILK, Fulfil, Recruit, SellSilk
from stellwerk.games.yokohama.rules.citation import no
from stellwerk.games.yokohama.rules.components import ASSISTANT, SILK, YEN
from stellwerk.games.yokohama.rules.events import Released, Sold
from stellwerk.games.yokohama.rules.state import Yokohama, amount_of, owns

ANY_TIME = (SellSilk, Recruit)


class OwnTurn(Choice[Yokohama]):
    """Asked of the active player. What he may do once a turn at any time is offered along with the question's own."""

    __slots__ = ()

    def own_candidates(self, s: Yokohama) -> list[Action]:
        """Every answer to the question itself that nobody objects to, in a fixed order."""
        raise NotImplementedError

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        """The law on answers to the question itself."""
        raise NotImplementedError

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        """Do what the answer to the question itself says."""
        raise NotImplementedError

    def seat(self, s: Yokohama) -> Seat:
        return s.active

    def candidates(self, s: Yokohama) -> list[Action]:
        found = self.own_candidates(s)
        if s.technologies[s.active]:
            found += any_time(s)
        return found

    def options(self, s: Yokohama) -> Options:
        """Own candidates are found by what the law asks for; asking it again would only take time."""
        return Listed(self.candidates(s))

    def objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, SellSilk):
            return no_silk_sale(s)
        if isinstance(a, Recruit):
            return no_recruit(s)
        return self.own_objection(s, a)

    def resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, ANY_TIME):
            then(s, self)
            sell_silk(s) if isinstance(a, SellSilk) else recruit(s)
        else:
            self.own_resolve(s, a)

    def is_public(self, s: Yokohama) -> bool:
        """Only orders are held in secret: where none is asked for everybody can tell what may be answered."""
        return Fulfil not in self.kinds or not may_hide_delivery(s)

    def reveals(self, s: Yokohama, a: Action) -> bool:
        """Whether cards come up right after this."""
        return isinstance(pending(after(s, a)), Chance)


def may_deliver(s: Yokohama, order: str) -> bool:
    goods, mine = s.tables.orders[order].goods, s.stock[s.active]
    has_goods = goods.copper <= mine[0] and goods.silk <= mine[1] and goods.tea <= mine[2] and goods.fish <= mine[3]
    return has_goods and goods.imports <= mine[4]


def may_hide_delivery(s: Yokohama) -> bool:
    """Whether the active player's hidden order, as far as others know, may be one that he has the goods for."""
    if not s.hidden[s.active]:
        return False
    secrets = [card for seat in range(s.seats) for card in (*s.dealt[seat], s.hidden[seat], s.thrown[seat]) if card]
    return any(may_deliver(s, card) for card in (*s.unseen_orders, *secrets))


def ask(s: Yokohama, choice: OwnTurn) -> None:
    """Next this question, unless nothing could be answered but that one is done."""
    found = choice.options(s)
    if len(found) > 1 or DONE not in found:
        then(s, choice)


def any_time(s: Yokohama) -> list[Action]:
    found: list[Action] = []
    if may_sell_silk(s):
        found.append(SELL_SILK)
    if may_recruit(s):
        found.append(RECRUIT)
    return found


def may_sell_silk(s: Yokohama) -> bool:
    """Whether ``no_silk_sale`` has nothing against it. Asked at every decision, mostly in vain."""
    return s.stock[s.active][SILK] > 0 and "sell-silk" not in s.spent and owns(s, s.active, "sell-silk")


def may_recruit(s: Yokohama) -> bool:
    """Likewise ``no_recruit``."""
    if not s.warehouse[s.active][ASSISTANT] or "recruit" in s.spent or not owns(s, s.active, "recruit"):
        return False
    return s.stock[s.active][YEN] >= amount_of(s, "recruit")


def no_silk_sale(s: Yokohama) -> Illegal | None:
    """yokohama technology.textile-factory: once a turn, one silk for two yen."""
    section = "technology.textile-factory"
    if not owns(s, s.active, "sell-silk"):
        return no(section, Text("you do not own the textile factory"))
    if "sell-silk" in s.spent:
        return no(section, Text("the textile factory sells once a turn"))
    if not s.stock[s.active][SILK]:
        return no(section, Text("you have no silk"))
    return None


def sell_silk(s: Yokohama) -> None:
    yen = amount_of(s, "sell-silk")
    s.spent += ("sell-silk",)
    s.stock[s.active][SILK] -= 1
    s.stock[s.active][YEN] += yen
    tell(s, Sold, s.active, "silk", yen)


def no_recruit(s: Yokohama) -> Illegal | None:
    """yokohama technology.university: once a turn, one yen brings one assistant out of the warehouse."""
    section = "technology.university"
    if not owns(s, s.active, "recruit"):
        return no(section, Text("you do not own the university"))
    if "recruit" in s.spent:
        return no(section, Text("the university works once a turn"))
    if not s.warehouse[s.active][ASSISTANT]:
        return no(section, Text("no assistant is left in your warehouse"))
    if s.stock[s.active][YEN] < amount_of(s, "recruit"):
        return no(section, Text("you cannot pay the university"))
    return None


def recruit(s: Yokohama) -> None:
    yen = amount_of(s, "recruit")
    s.spent += ("recruit",)
    s.stock[s.active][YEN] -= yen
    s.warehouse[s.active][ASSISTANT] -= 1
    s.supply[s.active][ASSISTANT] += 1
    tell(s, Released, s.active, "assistant", yen)
