"""1880 VI.P5, VI.P7: powers that may be used at any moment of a company's turn, beside what is being asked."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Seat, Text, tell
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import EXCHANGE_ROCKET, ExchangeRocket, GrantPermit
from stellwerk.games.china1880.rules.chapters.phases import top, train_left
from stellwerk.games.china1880.rules.chapters.privates import (
    close_rocket,
    grant_permit,
    has_room,
    may_grant,
    permit_objection,
    permits_to_grant,
)
from stellwerk.games.china1880.rules.citation import no
from stellwerk.games.china1880.rules.state import China

POWERS: tuple[type[Action], ...] = (ExchangeRocket, GrantPermit)


def powers(s: China, seat: Seat) -> list[Action]:
    """What this seat may do beside answering, in the turn of the active company."""
    rocket = [EXCHANGE_ROCKET] if may_use_rocket(s, seat) else []
    return [*rocket, *permits_to_grant(s, seat)]


def power_question(s: China, entity: str) -> Text:
    """What is asked when only P5 or P7 is a reason to ask; once they are used, the same question is put again."""
    kinds = {type(action) for action in powers(s, s.owner(entity))}
    if not kinds:
        return Text("{entity}: nothing left to do here, pass", entity=entity)
    if len(kinds) > 1:
        return Text("{entity}: use P5 or P7?", entity=entity)
    return Text("{entity}: use {private}?", entity=entity, private="P5" if GrantPermit in kinds else "P7")


def power_objection(s: China, seat: Seat, a: Action) -> Illegal | None:
    return permit_objection(s, seat, a) if isinstance(a, GrantPermit) else rocket_objection(s, seat)


def use_power(s: China, a: Action) -> None:
    """1880 XII.3: whoever asks puts his own question back first: a share round may come before it."""
    if isinstance(a, GrantPermit):
        grant_permit(s, a)
    else:
        exchange_rocket(s)


def rocket_usable(s: China) -> bool:
    """Whether P7 alone is a reason to ask the director of the active company."""
    return s.active in s.director and may_use_rocket(s, s.director[s.active])


def rocket_asked(s: China, building: bool = False) -> bool:
    """Whether the director is asked for the sake of P7 alone; departure VI.P7: only for track and a first train."""
    if not s.variants.track_for_rocket:
        return rocket_usable(s)
    return building and rocket_usable(s) and not s.trains[s.active]


def permit_usable(s: China) -> bool:
    """Whether P5 is a reason to ask for track: it would give the active company the permit it lacks now."""
    company = s.active
    return s.now.letter == "D" and company in s.director and may_grant(s, s.director[company], company)


def may_use_rocket(s: China, seat: Seat) -> bool:
    """Whether ``rocket_objection`` has none. Asked at every step of a turn, mostly of seats without P7."""
    return s.privates["P7"] == seat and rocket_objection(s, seat) is None


def rocket_objection(s: China, seat: Seat) -> Illegal | None:
    if s.privates["P7"] != seat:
        return no("VI.P7", Text("P7 is not yours to use"))
    if s.director.get(s.active) != seat:
        return no("VI.P7", Text("P7 serves a company of yours in its turn, no investor"))
    if not has_room(s, s.active):
        return no("X.buy.7", Text("{company} has no room for a train", company=s.active))
    return None


def exchange_rocket(s: China) -> None:
    """1880 VI.P7: the train on top of the bank; the train purchase marker stays where it is."""
    train = top(s)
    close_rocket(s, train)
    s.trains[s.active] += (train,)
    s.spared = not s.depot[train] and not s.variants.hasty_removal
    tell(s, events.RocketExchanged, s.active, train)
    train_left(s, train)
