"""1880 XV: the end of the game and the final score."""

from __future__ import annotations

from stellwerk.core import Score, Step, Text, ranked, tell
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.chapters.investors import pay_fifth
from stellwerk.games.china1880.rules.chapters.money import close_treasury
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.state import China


@value
class GameOver(Step[China]):
    """1880 VII.11, XV.1: investors that are left pay a fifth of their money to their owners."""

    def run(self, s: China) -> None:
        for investor in list(s.investors):
            pay_fifth(s, investor)
            close_treasury(s, investor)
            del s.investors[investor]
        s.active = ""
        tell(s, events.GameEnded)


def scores(s: China) -> list[Score]:
    """1880 XV.2: cash and shares at their current price, less debt."""
    return ranked(_wealth(s, seat) for seat in range(s.seats))


def _wealth(s: China, seat: int) -> tuple[int, tuple[int, ...], tuple[tuple[Text, int], ...]]:
    items = [(Text("cash"), s.cash[seat])]
    for company, held in s.shares.items():
        if held[seat]:
            items.append((_holding(held[seat], company), held[seat] * price(s, company) // 10))
    if s.debt[seat]:
        items.append((Text("debt"), -s.debt[seat]))
    return sum(points for _, points in items), (), tuple(items)


def _holding(percent: int, company: str) -> Text:
    return Text("{percent} % of {company}", percent=percent, company=company)
