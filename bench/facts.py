"""Facts about the games for a paper, each measured: `python -m bench.facts [--games N] [GAME …]`.

Written are `docs/facts.json` and the tables of `docs/research.md`. Games are played by `random` (what the rules allow)
and by `greedy` (what somebody who wants to win does), each title with every number of seats. What has been measured
with as many games is not measured again.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean, median
from typing import Any

from stellwerk import games as register
from stellwerk.bots.arena import wilson
from stellwerk.bots.bot import Budget
from stellwerk.bots.levels import player
from stellwerk.bots.turn import Party
from stellwerk.core import CHANCE, Dealer, advance, pending
from stellwerk.core.engine import digest

ROOT = Path(__file__).resolve().parent.parent
FACTS = ROOT / "docs" / "facts.json"
PAGE = ROOT / "docs" / "research.md"
MANY = 4000
"""Answers are counted up to this; routes of 1880 are not listed at all and count as this many."""
LOOKED = 40
"""Every so many decisions the hidden is looked at, and the state counted."""


class Game:
    """One game played to its end, with what was counted on the way."""

    def __init__(self, id_: str, seats: int, bot: str, seed: int) -> None:
        self.game, self.seats = register.game(id_), seats
        self.answers: list[int] = []
        self.single = self.dealt = 0
        self.hidden: list[bool] = []
        self.verbs: list[Counter[str]] = [Counter() for _ in range(seats)]
        dice = [random.Random(f"{seed}/{seat}") for seat in range(seats)]
        self.party = Party([player(bot, Budget(iterations=1)) for _ in range(seats)], dice)
        self.dealer, self.rng = Dealer(random.Random(seed)), random.Random(seed)
        self.s = self.game.setup(seats)
        while (choice := pending(self.s)) is not None:
            self.step(choice)
        self.scores = self.game.scores(self.s)

    def step(self, choice: Any) -> None:
        options = choice.options(self.s)
        seat = choice.seat(self.s)
        if seat == CHANCE:
            self.dealt += 1
            advance(self.s, self.dealer.answer(options))
            return
        count = min(MANY, len(options)) if options.finite else MANY
        self.single += count == 1
        if count > 1:
            self.answers.append(count)
            if len(self.answers) % LOOKED == 0:
                self.hidden.append(self.is_hidden(seat))
        action = self.party.answer(self.game, self.s, choice).action
        self.verbs[seat][action.verb] += count > 1
        advance(self.s, action)

    def is_hidden(self, seat: int) -> bool:
        """Whether two worlds that look the same to the seat differ, or one of them from the truth."""
        view = self.game.view(self.s, seat)
        worlds = {digest(self.game.imagine(view, self.rng)) for _ in range(2)}
        return worlds != {digest(self.s)}

    @property
    def winners(self) -> list[int]:
        return [score.seat for score in self.scores if score.rank == 1]

    @property
    def tree(self) -> float:
        """The logarithm of how many ways of the same length there were to go, if all were as wide."""
        return sum(math.log10(count) for count in self.answers)


def measured(id_: str, seats: int, bot: str, games: int) -> dict[str, Any]:
    """All facts about a title with a number of seats, played by one bot."""
    played = [Game(id_, seats, bot, seed) for seed in range(games)]
    answers = [count for game in played for count in game.answers]
    hidden = [flag for game in played for flag in game.hidden]
    first = sum(1 / len(game.winners) for game in played if 0 in game.winners)
    profiles = [normal(game.verbs[seat]) for game in played for seat in game.winners]
    return {
        "games": games,
        "answers": {"mean": mean(answers), "median": median(answers), "most": max(answers)},
        "decisions": mean(len(game.answers) for game in played),
        "single": mean(game.single for game in played),
        "dealt": mean(game.dealt for game in played),
        "horizon": mean(len(game.answers) / seats for game in played),
        "tree": mean(game.tree for game in played),
        "hidden": mean(hidden) if hidden else 0.0,
        "draws": sum(len(game.winners) > 1 for game in played),
        "first": first,
        "score": mean(max(score.total for score in game.scores) for game in played),
        "kinds": mean(perplexity(profile) for profile in profiles),
        "apart": mean([distance(a, b) for a, b in combinations(profiles[:60], 2)] or [0.0]),
        "seconds": cost(id_, seats, bot, min(games, 20)),
    }


def cost(id_: str, seats: int, bot: str, games: int) -> float:
    """Processor seconds a game, nothing counted."""
    from stellwerk.bots.selfplay import Job, play_one

    began = time.process_time()
    for seed in range(games):
        play_one(Job(id_, seats, seed, (bot,) * seats, Budget(iterations=1)))
    return (time.process_time() - began) / games


def normal(counts: Counter[str]) -> dict[str, float]:
    total = sum(counts.values()) or 1
    return {verb: count / total for verb, count in counts.items() if count}


def perplexity(profile: Mapping[str, float]) -> float:
    """How many kinds of moves a winner used, rare ones counting less."""
    return math.exp(-sum(share * math.log(share) for share in profile.values()))


def distance(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Between the move profiles of two winners (Jensen and Shannon): 0 the same, 1 nothing in common."""
    middle = {verb: (one.get(verb, 0) + other.get(verb, 0)) / 2 for verb in {*one, *other}}
    spread = sum(_gain(profile, middle) for profile in (one, other)) / 2
    return math.sqrt(max(0.0, spread))


def _gain(profile: Mapping[str, float], middle: Mapping[str, float]) -> float:
    return sum(share * math.log2(share / middle[verb]) for verb, share in profile.items())


def state_space(id_: str, seats: int, games: int) -> float:
    """The logarithm of the number of states if every number an agent sees took its values independently of the others:
    more than there are, as values hang together; less as far as games that were not played show other values."""
    from stellwerk.rl.environment import subject_of

    subject, met = subject_of(id_), {}
    for seed in range(games):
        s, rng, n = subject.game.setup(seats), random.Random(seed), 0
        while (choice := pending(s)) is not None:
            n += 1
            if n % LOOKED == 0:
                view = subject.game.view(s, 0)
                for index, value in enumerate(number for block in subject.blocks for number in block.read(view)):
                    met.setdefault(index, set()).add(int(value))
            advance(s, choice.options(s).sample(rng))
    return sum(math.log10(len(values)) for values in met.values())


# --- the page ---------------------------------------------------------------------------------------------------------


def tables(facts: Mapping[str, Any]) -> Iterator[str]:
    """What `docs/research.md` shows of the facts."""
    for id_ in register.ids():
        sizes = [seats for seats in register.game(id_).seats if f"{id_}/{seats}/random" in facts]
        if not sizes:
            continue
        yield f"### {register.game(id_).title}"
        yield ""
        yield f"| | {' | '.join(f'{seats} seats' for seats in sizes)} |"
        yield "|---" * (len(sizes) + 1) + "|"
        for bot in ("random", "greedy"):
            found = {seats: facts.get(f"{id_}/{seats}/{bot}") for seats in sizes}
            if any(found.values()):
                for name, show in ROWS:
                    cells = [show(seats, fact) if fact else "–" for seats, fact in found.items()]
                    yield f"| {bot}: {name} | {' | '.join(cells)} |"
        space = [facts.get(f"{id_}/{seats}/space") for seats in sizes]
        yield f"| state space, estimate | {' | '.join(f'10^{value:.0f}' if value else '–' for value in space)} |"
        yield ""


def _first(seats: int, fact: Mapping[str, Any]) -> str:
    low, high = wilson(fact["first"], fact["games"])
    return f"{fact['first'] / fact['games']:.0%} ({low:.0%}–{high:.0%}; fair {1 / seats:.0%})"


ROWS: Sequence[tuple[str, Any]] = (
    ("games", lambda _, f: str(f["games"])),
    (
        "answers a decision, mean (median, most)",
        lambda _, f: "{mean:.0f} ({median:.0f}, {most})".format(**f["answers"]),
    ),
    ("decisions a game", lambda _, f: f"{f['decisions']:.0f}"),
    ("answers without alternative; deals", lambda _, f: f"{f['single']:.0f}; {f['dealt']:.0f}"),
    ("horizon: decisions a seat", lambda _, f: f"{f['horizon']:.0f}"),
    ("game tree", lambda _, f: f"10^{f['tree']:.0f}"),
    ("decisions with something hidden", lambda _, f: f"{f['hidden']:.0%}"),
    (
        "shared first places",
        lambda _, f: "{:.1%} ({:.1%}–{:.1%})".format(f["draws"] / f["games"], *wilson(f["draws"], f["games"])),
    ),
    ("first seat wins", _first),
    ("winner's points", lambda _, f: f"{f['score']:.0f}"),
    ("kinds of moves of a winner", lambda _, f: f"{f['kinds']:.1f}"),
    ("distance between winners", lambda _, f: f"{f['apart']:.2f}"),
    ("processor milliseconds a game", lambda _, f: f"{1000 * f['seconds']:.0f}"),
)


def written(facts: Mapping[str, Any]) -> None:
    FACTS.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", "utf-8")
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition("<!-- facts -->")
    _, _, after = rest.partition("<!-- end of facts -->")
    body = "\n".join(tables(facts))
    PAGE.write_text(f"{before}<!-- facts -->\n\n{body}\n<!-- end of facts -->{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(register.ids()))
    parser.add_argument("--games", type=int, default=200, help="games by random, of each number of seats")
    parser.add_argument("--greedy", type=int, default=20, help="games by greedy")
    args = parser.parse_args()
    facts = json.loads(FACTS.read_text("utf-8")) if FACTS.exists() else {}
    for id_ in args.game:
        for seats in register.game(id_).seats:
            for bot, games in (("random", args.games), ("greedy", args.greedy)):
                key = f"{id_}/{seats}/{bot}"
                if games and facts.get(key, {}).get("games", 0) < games:
                    facts[key] = measured(id_, seats, bot, games)
                    written(facts)
                    print(key, facts[key], flush=True)
            facts.setdefault(f"{id_}/{seats}/space", state_space(id_, seats, 20))
            written(facts)


if __name__ == "__main__":
    main()
