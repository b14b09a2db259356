"""russian-railroads 8.5, using a space again: one on which exactly one of the player's workers stands."""

from __future__ import annotations

from stellwerk.core import Illegal, Text, tell
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import Reuse
from stellwerk.games.russian_railroads.rules.box import Act
from stellwerk.games.russian_railroads.rules.chapters.instant import lacking
from stellwerk.games.russian_railroads.rules.chapters.spaces import act_of, bonus_step
from stellwerk.games.russian_railroads.rules.citation import no
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.events import SpaceReused
from stellwerk.games.russian_railroads.rules.payment import pieces
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def payments_on(s: RussianRailroads) -> dict[str, list[str]]:
    """What the player has put on each space in this round."""
    found: dict[str, list[str]] = {}
    for space, seat, payment in s.stands:
        if seat == s.active:
            found.setdefault(space, []).append(payment)
    return found


def stands_with_one(s: RussianRailroads, space: str) -> bool:
    """russian-railroads 8.5: exactly one worker of any kind, whatever coins lie beside him."""
    there = [pieces(payment) for payment in payments_on(s).get(space, ())]
    workers, coins = sum(sum(counts[:3]) for counts in there), sum(counts[3] for counts in there)
    return workers == 1 or (s.variants.reuse_faq and (workers, coins) == (0, 1))


def spaces(s: RussianRailroads) -> list[Reuse]:
    return [a for a in map(Reuse, payments_on(s)) if unfit(s, a) is None]


def unfit(s: RussianRailroads, a: Reuse) -> Illegal | None:
    """russian-railroads 8.5: why a space cannot be used again."""
    if not stands_with_one(s, a.space):
        return no("8.5", Text("exactly one of your workers must stand there"))
    act = act_of(s, a.space)
    if act is None or act.once or _too_dear(s, act):
        return no("8.5", Text("{space}: cannot be used again", space=words.space(s.box, a.space)))
    lack = lacking(s, act.effects)
    return None if lack is None else no("2.3", Text("cannot be carried out in full: {lack}", lack=lack))


def _too_dear(s: RussianRailroads, act: Act) -> bool:
    return s.variants.reuse_narrow and (act.workers, act.coins) != (1, 0)


def again(s: RussianRailroads, a: Reuse) -> tuple[Effect, ...]:
    """russian-railroads 8.5: its effects once more. Nobody is placed, so the black worker adds nothing by the book."""
    act = act_of(s, a.space)
    assert act is not None
    tell(s, SpaceReused, s.active, words.space(s.box, a.space))
    if not s.variants.reuse_faq:
        return act.effects
    return act.effects + bonus_step(act, "+".join(payments_on(s)[a.space]))
