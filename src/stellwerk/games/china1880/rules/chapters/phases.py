"""1880 XI: what happens when a train leaves the bank: phases, rust, surplus, share rounds, the end in sight."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Step, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.chapters.founding import complete_capital
from stellwerk.games.china1880.rules.chapters.privates import LastCall, Payment, Surplus
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.chapters.shares import restack
from stellwerk.games.china1880.rules.components import Phase
from stellwerk.games.china1880.rules.stack import Stack
from stellwerk.games.china1880.rules.state import China

LAST_TRAIN = "8"
LAST_TURNS = 3


def top(s: China) -> str:
    """1880 X.buy.2: the train the bank sells now."""
    return next(filter(s.depot.__getitem__, s.tables.ladder))


def take(s: China, train: str) -> None:
    """One out of the bank; of some there are always more."""
    if s.tables.trains[train].count:
        s.depot[train] -= 1


def train_left(s: China, train: str) -> None:
    """1880 X.buy.5, XII.1: a train has left: its phase may begin, the last of a type opens a share round."""
    before = s.now
    if _is_new(s, train):
        begin_phase(s, train)
    surplus: list[Step[Any]] = (
        [Surplus(c) for c in s.tables.companies if c in s.floated] if s.now.limit < before.limit else []
    )
    call: list[Step[Any]] = last_call(s, train) if before.revenue and not s.now.revenue else []
    if s.depot[train]:
        then(s, *surplus, *call)
        return
    if train == LAST_TRAIN:
        s.turns_left = LAST_TURNS
        tell(s, events.LastTurnsBegan, s.marker)
    after = [Payment(train), *([ShareRound()] if s.tables.trains[train].share_round else [])]
    late = [Surplus(company) for company in s.par] if call and s.variants.late_rocket_surplus else []
    then(s, *call, *([*after, *surplus] if s.variants.surplus_after_share_round else [*surplus, *after]), *late)


def last_call(s: China, train: str) -> list[Step[Any]]:
    """1880 VI.P7.forced: P7 becomes the next train of the type; if none is left, some tables let it take the train on
    sale, with all that follows."""
    if s.depot[train] or not s.variants.rising_rocket or s.privates["P7"] < 0:
        return [LastCall(train)]
    return [LastCall(top(s)), TrainGone(top(s))]


@value
class TrainGone(Step[China]):
    """1880 XI.1: what follows when a train has left the bank without being bought."""

    train: str

    def run(self, s: China) -> None:
        train_left(s, self.train)


def phase_ahead(s: China) -> Phase:
    """The phase once the train on top has left the bank."""
    train = top(s)
    return s.tables.phases[s.tables.starts[train]] if _is_new(s, train) else s.now


def _is_new(s: China, train: str) -> bool:
    """Whether a train starts a phase that lies ahead."""
    phase = s.tables.starts.get(train)
    names = list(s.tables.phases)
    return phase is not None and names.index(phase) > names.index(s.phase)


def begin_phase(s: China, train: str) -> None:
    """1880 XI.1, XIV.3: everything the new phase changes, trains that rust first."""
    before = s.now
    s.phase = s.tables.starts[train]
    tell(s, events.PhaseBegan, s.phase)
    rust(s, train)
    if s.now.ten_shares and not before.ten_shares:
        for company in s.par:
            restack(s, company, Stack.opened)
            complete_capital(s, company)
    if s.now.communism != before.communism:
        tell(s, events.ExchangeFrozen if s.now.communism else events.ExchangeReopened)


def rust(s: China, train: str) -> None:
    """1880 XI.2: the old type this one drives off the rails."""
    for old in s.tables.trains.values():
        if old.rusts_on != train:
            continue
        owners = tuple(company for company, trains in s.trains.items() if old.name in trains)
        for company in owners:
            s.trains[company] = tuple(t for t in s.trains[company] if t != old.name)
        if owners:
            tell(s, events.TrainsRusted, old.name, owners)


def remove_unsold(s: China) -> None:
    """1880 X.buy.6: all trains of the current type leave the game, with all effects of a purchase."""
    train = top(s)
    count, s.depot[train] = s.depot[train], 0
    tell(s, events.TrainsRemoved, train, count)
    train_left(s, train)
