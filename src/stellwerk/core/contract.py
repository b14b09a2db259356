"""What every game promises, as functions that raise `Broken`. They know no game by name.

Shipped with the package, so that a game written elsewhere can prove itself; `selfplay --check` runs all of them.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from stellwerk.core import (
    CHANCE,
    Action,
    Choice,
    Dealer,
    Game,
    Illegal,
    Options,
    Rng,
    Ruling,
    advance,
    apply,
    digest,
    objection,
    pending,
)
from stellwerk.core.action import domains
from stellwerk.core.chance import shuffled
from stellwerk.core.dump import kept, plain
from stellwerk.core.engine import events
from stellwerk.core.log import Record, fold, read, write
from stellwerk.core.rule import HOUSE_RULES

LISTED_AT_MOST = 400


class Steady:
    """A generator that always gives the same answers."""

    def __init__(self) -> None:
        self.state = 1

    def randrange(self, stop: int, /) -> int:
        self.state = self.state * 48271 % 2147483647
        return self.state % stop


class Broken(AssertionError):
    """A promise of the contract is not kept."""


def check(holds: object, what: str) -> None:
    if not holds:
        raise Broken(what)


def listed(options: Options, rng: Rng) -> list[Action]:
    """The options, or a sample where they are not listed or very many."""
    if options.finite and len(options) <= LISTED_AT_MOST:
        return list(options)
    return list(dict.fromkeys([*options.suggest(8), *(options.sample(rng) for _ in range(8))]))


def options_are_sound(game: Game[Any], s: Any, choice: Choice[Any], rng: Rng) -> None:
    """Never empty, ordered, unique; what is offered is accepted and told; asking changes nothing."""
    before = s.copy()
    options = choice.options(s)
    actions = listed(options, rng)
    check(actions, f"{choice}: no options")
    check(len(actions) == len(set(actions)), f"{choice}: an option stands twice")
    check(listed(choice.options(s), Steady()) == listed(choice.options(s), Steady()), "order of options")
    seat = choice.seat(s)
    check(seat == CHANCE or 0 <= seat < s_seats(game, s), f"{choice}: seat {seat}")
    for action in actions:
        check(type(action) in choice.kinds, f"{choice}: {action} is of a kind it does not ask for")
        check(action in options, f"{choice}: {action} is offered and not contained")
        refusal = objection(s, seat, action)
        check(refusal is None, f"{choice}: {action} is offered and refused: {refusal}")
    check(choice.question(s).render(), f"{choice}: asks nothing")
    check(s == before, f"{choice}: asking for options changed the state")


def game_speaks_for_itself(game: Game[Any]) -> None:
    """Nobody else has words for what a game lets players do or choose."""
    answers = [kind for kind in game.actions if not issubclass(kind, Ruling)]
    check(not (silent := [kind.verb for kind in answers if kind.title is None]), f"actions without a title: {silent}")
    unsaid = [f.name for f in fields(game.variants) if f.name not in game.switches]
    check(not unsaid, f"set-up switches without words: {unsaid}")


def s_seats(game: Game[Any], s: Any) -> int:
    return len(game.scores(s))


def near_misses(game: Game[Any], s: Any, action: Action) -> Iterator[Action]:
    """The action with one field replaced by every other value of its declared domain."""
    values = game.domains(s)
    kind: Any = type(action)
    for field, domain in domains(kind):
        for value in values[domain]:
            if value != getattr(action, field):
                yield replace(action, **{field: value})  # type: ignore[type-var]


def refusals_are_cited(game: Game[Any], s: Any, choice: Choice[Any], rng: Rng, most: int = 60) -> None:
    """Whatever is not offered is refused with a reason and an existing citation, and the state stays untouched."""
    options = choice.options(s)
    seat = choice.seat(s)
    before = s.copy()
    actions = listed(options, rng)
    misses = [miss for action in shuffled(rng, actions)[:4] for miss in near_misses(game, s, action)]
    for miss in shuffled(rng, misses)[:most]:
        refusal = objection(s, seat, miss)
        check((refusal is None) == (miss in options), f"{choice}: {miss} in options and objection {refusal} disagree")
        if refusal is not None:
            cited(game, refusal)
    wrong = next(other for other in range(-1, s_seats(game, s)) if other != seat)
    for who, action in ((wrong, actions[0]), (seat, foreign_action(game, choice))):
        if action is None:
            continue
        try:
            apply(s, who, action)
        except Illegal as refusal:
            cited(game, refusal)
        else:
            raise Broken(f"{choice}: {action} by {who} was accepted")
    check(s == before, f"{choice}: a refusal changed the state")


def foreign_action(game: Game[Any], choice: Choice[Any]) -> Action | None:
    """An action without fields of a kind that is not asked for."""
    for kind in game.actions:
        if kind not in choice.kinds and not getattr(kind, "__dataclass_fields__", True):
            return kind()
    return None


def cited(game: Game[Any], refusal: Illegal) -> None:
    check(refusal.text.render(), "a refusal without reason")
    check(refusal.rule in game.rules or refusal.rule in HOUSE_RULES, f"no such rule: {refusal.rule}")


def notation_round_trips(game: Game[Any], actions: list[Action]) -> None:
    for action in actions:
        check(game.parse(str(action)) == action, f"notation of {action!r}: {action}")


def copies_are_apart(s: Any) -> None:
    """`copy()` is equal to a copy in depth, made by pickling, and shares nothing mutable."""
    twin, deep = s.copy(), pickle.loads(pickle.dumps(s))
    check(deep == s, "pickling changes the state")
    check(twin == deep, "copy() differs from a copy in depth")
    shared = mutable_parts(s) & mutable_parts(twin)
    check(not shared, f"copy() shares {len(shared)} mutable parts")
    check(twin.heard is None, "copy() goes on listening")


def mutable_parts(value: Any) -> set[int]:
    """Identities of all lists, dicts and sets within, shared tables left out."""
    found: set[int] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if part is None or isinstance(part, (str, int)):
            continue
        if isinstance(part, (list, dict, set)):
            found.add(id(part))
        if isinstance(part, (list, tuple, set, frozenset)):
            waiting += part
        elif isinstance(part, dict):
            waiting += part.values()
        else:
            kind: Any = type(part)
            waiting += [getattr(part, name) for name in kept(kind)]
    return found


def position_round_trips(game: Game[Any], record: Record[Any]) -> None:
    """Dump, load, dump: the same; the loaded state plays on alike."""
    s = record.state
    data = json.loads(json.dumps(game.dump(s)))
    loaded = fold(game, replace(record.header, position=data), [])
    check(digest(loaded) == digest(s), "load(dump(s)) differs")
    check(same_options(s, loaded), "a loaded position offers other options")


def same_options(a: Any, b: Any) -> bool:
    ask, ask_b = pending(a), pending(b)
    if ask is None or ask_b is None:
        return ask is ask_b
    x, y = ask.options(a), ask_b.options(b)
    if x.finite != y.finite:
        return False
    return list(x) == list(y) if x.finite else x.suggest(20) == y.suggest(20)


def views_keep_their_law(game: Game[Any], s: Any, rng: Rng) -> None:
    """A state imagined from a view looks the same from that seat; the seat to move has the same options in it."""
    choice = pending(s)
    for seat in (*range(s_seats(game, s)), None):
        view = game.view(s, seat)
        imagined = game.imagine(view, rng)
        seen = game.view(imagined, seat)
        if seen != view:
            raise Broken(f"seat {seat} would see the difference: {difference(view, seen)}")
        if choice is not None and choice.seat(s) == seat:
            check(same_options(s, imagined), f"seat {seat} has other options in what it imagines at {choice}")
    view = game.view(s, None)
    check(pickle.loads(pickle.dumps(view)) == view, "a view does not survive pickling")
    check(json.dumps(plain(view)), "a view cannot be written down")


def difference(a: Any, b: Any) -> str:
    x, y = plain(a), plain(b)
    keys = [key for key in x if x[key] != y[key]] if isinstance(x, dict) and isinstance(y, dict) else []
    return "; ".join(f"{key}: {x[key]} / {y[key]}" for key in keys)[:800]


def imagined_games_play_on(game: Game[Any], s: Any, rng: Rng, steps: int = 60) -> None:
    """Random play from an imagined state never raises."""
    for seat in range(s_seats(game, s)):
        imagined = game.imagine(game.view(s, seat), rng)
        dealer = Dealer(rng)
        for _ in range(steps):
            choice = pending(imagined)
            if choice is None:
                break
            options = choice.options(imagined)
            apply(imagined, choice.seat(imagined), dealer.answer(options))


def scores_are_ranked(game: Game[Any], s: Any) -> None:
    scores = game.scores(s)
    check([score.seat for score in scores] == list(range(len(scores))), "scores are not in seat order")
    ranks = sorted(score.rank for score in scores)
    check(ranks[0] == 1 and all(r <= n for n, r in enumerate(ranks, 1)), f"ranks {ranks}")
    for score in scores:
        check(sum(points for _, points in score.items) == score.total, f"items of {score} do not add up")
        better = sum(other.rank < score.rank for other in scores)
        check(score.rank == better + 1, f"ranks {ranks}")
        check(all(o.total <= score.total or o.rank < score.rank for o in scores), "a lower total ranks higher")


def laws_hold(game: Game[Any], s: Any) -> None:
    for law in game.laws:
        broken = law.broken(s)
        check(broken is None, f"{law.name}: {broken}")


def events_are_told(game: Game[Any], s: Any, action: Action) -> None:
    """Every event says something, to seats that exist."""
    for event in events(s, action):
        check(event.text().render(), f"{event}: says nothing")
        readers = event.readers()
        check(readers is None or all(0 <= r < s_seats(game, s) for r in readers), f"{event}: readers {readers}")


def log_is_the_game(game: Game[Any], record: Record[Any]) -> None:
    """Written, read, folded through the checked door: the same state."""
    document = read(write(record))
    again = fold(game, document.header, document.entries, check=True)
    check(digest(again) == digest(record.state), "the log leads to another state")
    check(
        document.digests[len(document.entries)] == digest(again, record.header.rules_version),
        "the digest of the log is another",
    )


def every_promise(game: Game[Any], record: Record[Any], choice: Choice[Any], action: Action, rng: Rng) -> None:
    """All promises that can be checked at one position, before an answer is given."""
    s = record.state
    laws_hold(game, s)
    options_are_sound(game, s, choice, rng)
    refusals_are_cited(game, s, choice, rng)
    notation_round_trips(game, [action])
    copies_are_apart(s)
    views_keep_their_law(game, s, rng)
    scores_are_ranked(game, s)
    events_are_told(game, s, action)
    position_round_trips(game, record)


def at_the_end(game: Game[Any], record: Record[Any]) -> None:
    """What must hold when a game is over."""
    laws_hold(game, record.state)
    scores_are_ranked(game, record.state)
    log_is_the_game(game, record)


def play(
    game: Game[Any], seats: int, rng: Rng, limit: int = 20_000
) -> Iterator[tuple[Record[Any], Choice[Any], Action]]:
    """A random game: before each step, the record, the question and the answer that will be given."""
    record = Record.new(game, seats)
    for _ in range(limit):
        choice = pending(record.state)
        if choice is None:
            return
        options = choice.options(record.state)
        check(options, f"{choice}: no options")
        action = options.sample(rng)
        yield record, choice, action
        record.trust(action)
    raise Broken(f"not over after {limit} steps")


def unseen_changes_nothing(game: Game[Any], record: Record[Any], seat: int | None, rng: Rng) -> int:
    """Another game in which only answers differ that a seat may not read: the seat sees, is offered and reads the same.

    What was hidden may become visible only by an answer that names it, or by the end; so the other game goes on as long
    as the answers the seat did read are possible in it. Returns how many answers differed.
    """
    s, other = (fold(game, record.header, record.entries, 0) for _ in range(2))
    differing = 0
    for entry in record.entries:
        choice = pending(other)
        assert choice is not None
        hidden = entry.readers is not None and seat not in entry.readers
        action = game.parse(entry.text)
        options = choice.options(other)
        answer = options.sample(rng) if hidden else action
        if answer not in options or choice.readers(other, answer) != entry.readers:
            break
        differing += answer != action
        advance(s, action)
        advance(other, answer)
        if pending(s) is None:
            break
        if game.view(s, seat) != game.view(other, seat):
            raise Broken(f"seat {seat} sees the unseen: {difference(game.view(s, seat), game.view(other, seat))}")
        asked = pending(s)
        if asked is not None and asked.seat(s) == seat:
            check(same_options(s, other), f"seat {seat} is offered something else at {asked}")
    return differing
