"""A file followed action by action: what fails leaves nothing behind, and what that site took goes on by a ruling."""

from __future__ import annotations

from dataclasses import dataclass, field

from stellwerk.core import CHANCE, Illegal, Rule, Text, options, pending
from stellwerk.core.log import Record
from stellwerk.games import game
from stellwerk.games.china1880.rules.state import China, Variants
from stellwerk.games.china1880.study.xxgames.follow import Follower
from stellwerk.games.china1880.study.xxgames.source import BadRecord, Player, Recorded
from stellwerk.games.china1880.study.xxgames.telling import Telling
from stellwerk.games.china1880.study.xxgames.walk import Walk

FORMAT = Rule("18xx.games", "file format")
MOST_FORCED = 25
"""Actions against our rules that are followed; a file with more is not a game of this kind."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What did not fit: the place in the file (-1: the file itself), the action, the reason and the rule."""

    index: int
    action: str
    text: Text
    rule: Rule

    def __str__(self) -> str:
        return f"#{self.index} {self.action}: {self.text} [{self.rule}]"


def opened(players: tuple[Player, ...], variants: Variants) -> Record[China]:
    """A game of ours with the seats as listed."""
    names = [player.name for player in players]
    record = Record.new(game("1880"), len(players), variants, names=names)
    while (choice := pending(record.state)) is not None and choice.seat(record.state) == CHANCE:
        record.act(CHANCE, next(iter(options(record.state))))
    return record


@dataclass(slots=True)
class Session:
    follower: Follower
    telling: Telling
    forced: list[Problem] = field(default_factory=list)
    """What that site took against our rules, each followed by a ruling."""

    @classmethod
    def of(cls, record: Record[China], ids: list[str]) -> Session:
        telling = Telling.of(record)
        return cls(Follower(Walk(telling, ids)), telling)

    def play(self, action: Recorded) -> Problem | None:
        """Why this action cannot be played, or None."""
        problem = self._tried(action)
        if problem is None or problem.rule == FORMAT or len(self.forced) >= MOST_FORCED:
            return problem
        version = self.telling.record.version
        try:
            followed = self.follower.force(action, problem.text)
        except (BadRecord, Illegal):
            self.telling.back_to(version)
            followed = False
        if followed:
            self.forced.append(problem)
            return None
        return problem

    def _tried(self, action: Recorded) -> Problem | None:
        version = len(self.telling.record.entries)
        try:
            self.follower.play(action)
        except BadRecord as error:
            problem = Problem(action.index, f"{action.entity} {action.kind}", error.text, FORMAT)
        except Illegal as error:
            problem = Problem(action.index, f"{action.entity} {action.kind}", error.text, error.rule)
        else:
            return None
        self.telling.back_to(version)
        return problem
