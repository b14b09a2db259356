"""The bot's opinion of a game that is told: its best moves at a position, everybody's chances, what a move lost.

It knows what the seat that was asked could see, not what the log reveals. Budgets are counts, so that the same log
gets the same opinion on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from stellwerk.bots import Budget
from stellwerk.bots.advice import USUAL, Advice, Advised, advice
from stellwerk.bots.knowledge import foresight_of
from stellwerk.bots.reasons import sentence
from stellwerk.core import CHANCE, Action, BadNotation, Choice, Game, Seat, Text, advance, pending
from stellwerk.core.log import Entry, Header, beginning, fold, live
from stellwerk.core.timeline import follow
from stellwerk.study.analysis.model import named

__all__ = [
    "USUAL",
    "Opinion",
    "Proposal",
    "decisions",
    "is_open",
    "opinion_at",
    "opinion_of",
    "opinions",
]

TELLING = 0.1
"""Places that a blunder loses on average, at least."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A move in words, with the rest of its turn as far as it is certain."""

    action: str
    words: tuple[Text, ...]
    points: float
    loss: float
    places: float
    """That it loses on average."""
    why: Text
    behind: Text
    """What it brings and costs against the best move."""


@dataclass(frozen=True, slots=True)
class Opinion:
    at: int
    """After this entry of the log."""
    seat: Seat | None
    """Who is asked there; None where it is chance or nobody."""
    question: Text | None
    best: tuple[Proposal, ...]
    played: Proposal | None
    """What the next entry of the log answered."""
    is_blunder: bool
    """Whether it lost many points, and a place with them: once everybody's rank is safe there are no blunders."""
    is_only: bool
    """Whether the best move was played and the next best would have been a blunder."""
    expected: tuple[float, ...]
    chances: tuple[float, ...]

    # --- in words -----------------------------------------------------------------------------------------------------

    def asked_line(self, names: Sequence[str]) -> Text:
        if self.seat is None or self.question is None:
            return Text("After move {number} nobody is asked.", number=self.at)
        who = _who(names, self.seat)
        return Text("After move {number}, {who}: {question}", number=self.at, who=who, question=self.question)

    def best_lines(self) -> list[Text]:
        return [_best_line(one) for one in self.best]

    def played_line(self) -> Text | None:
        """What was played, and how far it is behind."""
        if self.played is None:
            return None
        words, loss = self.played.words[:1], round(self.played.loss)
        if self.best and self.played.action == self.best[0].action:
            return Text("Played: {words}. The bot would have done the same.", words=words)
        if loss == 0:
            return Text("Played: {words}. About as good as the best move.", words=words)
        told = {"words": words, "loss": loss, "behind": self.played.behind}
        if self.is_blunder:
            return Text("Played: {words}. A blunder, behind by {loss}; against the best move it {behind}.", **told)
        return Text("Played: {words}. Behind by {loss}; against the best move it {behind}.", **told)

    def outlook_lines(self, names: Sequence[str]) -> list[Text]:
        return [
            Text(
                "{who}: first with a chance of {percent} %, about {points} at the end",
                who=_who(names, seat),
                percent=round(100 * chance),
                points=round(points),
            )
            for seat, (chance, points) in enumerate(zip(self.chances, self.expected, strict=True))
        ]

    def blunder_line(self, names: Sequence[str]) -> Text:
        """A blunder in a list of them: who, what, and what the bot would have done and why."""
        assert self.seat is not None
        assert self.played is not None
        return Text(
            "Move {number}, {who}: {words}, behind by {loss}. The bot: {better}; it {why}.",
            number=self.at + 1,
            who=_who(names, self.seat),
            words=self.played.words[:1],
            loss=round(self.played.loss),
            better=self.best[0].words,
            why=self.best[0].why,
        )


def _who(names: Sequence[str], seat: Seat) -> Text:
    return named(names[seat] if seat < len(names) else "", seat)


def _best_line(one: Proposal) -> Text:
    told = {"words": one.words, "why": one.why, "points": round(one.points), "loss": round(one.loss)}
    if round(one.loss) == 0:
        return Text("{words} · worth {points} · {why}", **told)
    return Text("{words} · worth {points}, behind by {loss} · {why}", **told)


# --- asking for it ---------------------------------------------------------------------------------------------------


def opinion_at(game: Game[Any], header: Header, entries: Sequence[Entry], at: int, iterations: int = USUAL) -> Opinion:
    """The opinion of the position after an entry, and of the move that was played there. Raises `BadLog`."""
    s = fold(game, header, entries, at)
    return opinion_of(game, s, at, entries[at] if at < len(entries) else None, iterations)


def decisions(entries: Sequence[Entry], every: int = 1) -> list[int]:
    """The moves of the seats that count, or only every so-manyth of them."""
    return [number for number, entry in live(entries) if entry.seat >= 0][::every]


def opinions(
    game: Game[Any], header: Header, entries: Sequence[Entry], iterations: int = USUAL, every: int = 1
) -> Iterator[Opinion | None]:
    """One for each of the decisions; None where there was nothing to decide. Raises `BadLog`."""
    s, wanted = beginning(game, header), set(decisions(entries, every))
    for number, entry in live(entries):
        if number in wanted:
            yield opinion_of(game, s, number - 1, entry, iterations) if is_open(s) else None
        follow(game, s, entry, number, check=False)


def is_open(s: Any) -> bool:
    """Whether there is more than one answer."""
    choice = pending(s)
    if choice is None or choice.seat(s) == CHANCE:
        return False
    options = choice.options(s)
    return not options.finite or len(options) > 1


def opinion_of(game: Game[Any], s: Any, at: int, following: Entry | None, iterations: int) -> Opinion:
    """Of a state, and of the entry that follows it."""
    choice = pending(s)
    seat = None if choice is None or choice.seat(s) == CHANCE else choice.seat(s)
    played = _answer(game, s, choice, following)
    found = advice(game, game.view(s, seat), Budget(iterations=iterations), played)
    question = choice.question(s) if choice is not None and seat is not None else None
    return _told(game, s, at, found, seat, question)


def _answer(game: Game[Any], s: Any, choice: Choice[Any] | None, entry: Entry | None) -> Action | None:
    """The answer an entry gives to the open question; None for an undo, a ruling or a correction."""
    if choice is None or entry is None or entry.undo is not None or entry.seat < 0 or entry.seat != choice.seat(s):
        return None
    try:
        action = game.parse(entry.text)
    except BadNotation:
        return None
    return action if action in choice.options(s) else None


def _told(game: Game[Any], s: Any, at: int, found: Advice, seat: Seat | None, question: Text | None) -> Opinion:
    best = tuple(_proposal(game, s, one) for one in found.best)
    played = None if found.played is None else _proposal(game, s, found.played)
    blunder = foresight_of(game).blunder
    is_blunder = played is not None and _is_blunder(played, blunder)
    is_only = played is not None and _stands_alone(played, best, blunder)
    return Opinion(at, seat, question, best, played, is_blunder, is_only, found.expected, found.chances)


def _is_blunder(one: Proposal, points: float) -> bool:
    return one.loss >= points and one.places >= TELLING


def _stands_alone(played: Proposal, best: Sequence[Proposal], blunder: float) -> bool:
    return len(best) > 1 and played.action == best[0].action and _is_blunder(best[1], blunder)


def _proposal(game: Game[Any], s: Any, one: Advised) -> Proposal:
    words = tuple(_words(game, s.copy(), one.turn))
    return Proposal(str(one.action), words, one.points, one.loss, one.places, one.why, sentence(one.behind))


def _words(game: Game[Any], s: Any, turn: Sequence[Action]) -> Iterator[Text]:
    """A turn in words, until chance or somebody else is asked."""
    seat = _seat_asked(s)
    for action in turn:
        choice = pending(s)
        if choice is None or choice.seat(s) != seat or action not in choice.options(s):
            return
        yield game.describe(s, action) or Text("{action}", action=str(action))
        advance(s, action)


def _seat_asked(s: Any) -> Seat | None:
    choice = pending(s)
    return None if choice is None else choice.seat(s)
