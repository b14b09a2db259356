"""1880 XI: what happens when a train leaves the bank: phases, rust, surplus, share rounds, the end in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from stellwerk.core import Action, Choice, Illegal, Rule, Seat, Step, Text, tell, then
from stellwerk.games.china1880 import events
from stellwerk.games.china1880.actions import GiveUpTrain
from stellwerk.games.china1880.chapters.founding import complete_capital
from stellwerk.games.china1880.chapters.privates import LastCall, Payment, drop_train
from stellwerk.games.china1880.chapters.share_round import ShareRound
from stellwerk.games.china1880.cite import against, rule
from stellwerk.games.china1880.state import China

LAST_TRAIN = "8"
LAST_TURNS = 3


def top(s: China) -> str:
    """1880 X.buy.2: the train the bank sells now."""
    return next(train for train in s.tables.ladder if s.depot[train])


def take(s: China, train: str) -> None:
    """One out of the bank; of some there are always more."""
    if s.tables.trains[train].count:
        s.depot[train] -= 1


def train_left(s: China, train: str) -> None:
    """A train has left the bank: its phase may begin, and the last of a type opens a share round."""
    before = s.now
    if _is_new(s, train):
        begin_phase(s, train)
    surplus: list[Step[Any]] = (
        [Surplus(c) for c in s.tables.companies if c in s.floated] if s.now.limit < before.limit else []
    )
    call = [LastCall(train)] if before.revenue and not s.now.revenue else []
    if s.depot[train]:
        then(s, *surplus, *call)
        return
    if train == LAST_TRAIN:
        s.turns_left = LAST_TURNS
        tell(s, events.LastTurnsBegan, s.marker)
    after = [Payment(train), *([ShareRound()] if s.tables.trains[train].share_round else [])]
    then(s, *call, *([*after, *surplus] if s.variants.surplus_after_share_round else [*surplus, *after]))


def _is_new(s: China, train: str) -> bool:
    """Whether a train starts a phase that lies ahead."""
    phase = s.tables.starts.get(train)
    names = list(s.tables.phases)
    return phase is not None and names.index(phase) > names.index(s.phase)


def begin_phase(s: China, train: str) -> None:
    """1880 XI.1: everything the new phase changes, trains that rust first."""
    before = s.now
    s.phase = s.tables.starts[train]
    tell(s, events.PhaseBegan, s.phase)
    rust(s, train)
    if s.now.ten_shares and not before.ten_shares:
        for company in s.par:
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


@dataclass(frozen=True, slots=True)
class Surplus(Step[China]):
    """1880 X.buy.7: trains above the limit go, one after another."""

    company: str

    def run(self, s: China) -> None:
        if len(s.trains[self.company]) > s.now.limit:
            then(s, GiveUp(self.company), self)


def give_up(s: China, company: str, train: str) -> None:
    drop_train(s, company, train)
    tell(s, events.TrainGivenUp, company, train)


@dataclass(frozen=True, slots=True)
class GiveUp(Choice[China]):
    """1880 X.buy.7: which train goes."""

    company: str
    rule: ClassVar[Rule] = rule("X.buy.7")
    kinds: ClassVar = (GiveUpTrain,)

    def seat(self, s: China) -> Seat:
        return s.director[self.company]

    def question(self, s: China) -> Text:
        return Text("{company}: limit of {limit} trains, which one goes?", company=self.company, limit=s.now.limit)

    def candidates(self, s: China) -> list[Action]:
        return [GiveUpTrain(train) for train in dict.fromkeys(s.trains[self.company])]

    def objection(self, s: China, a: Action) -> Illegal | None:
        assert isinstance(a, GiveUpTrain)
        if a.train not in s.trains[self.company]:
            return against("X.buy.7", Text("{company} has no {train}-train", company=self.company, train=a.train))
        return None

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, GiveUpTrain)
        give_up(s, self.company, a.train)


def remove_unsold(s: China) -> None:
    """1880 X.buy.6: all trains of the current type leave the game, with all effects of a purchase."""
    train = top(s)
    count, s.depot[train] = s.depot[train], 0
    tell(s, events.TrainsRemoved, train, count)
    train_left(s, train)
