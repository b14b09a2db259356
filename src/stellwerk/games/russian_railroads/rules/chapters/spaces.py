"""russian-railroads 2.1, 2.3, spaces: which act lies on one, whether it is free, and whether it can be carried out."""

from __future__ import annotations

from stellwerk.core import Illegal, Text
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.box import Act
from stellwerk.games.russian_railroads.rules.chapters.completion import solvable
from stellwerk.games.russian_railroads.rules.chapters.foresight import Room, measure
from stellwerk.games.russian_railroads.rules.chapters.gained import effect_text
from stellwerk.games.russian_railroads.rules.chapters.instant import lacking
from stellwerk.games.russian_railroads.rules.chapters.track import unlocked, way_to
from stellwerk.games.russian_railroads.rules.citation import no
from stellwerk.games.russian_railroads.rules.components import BLACK_WORKER, Effect, Space
from stellwerk.games.russian_railroads.rules.payment import pieces
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def own(s: RussianRailroads, id_: str) -> bool:
    """Whether this is an engineer beside a player board."""
    return id_ not in s.box.spaces


def act_of(s: RussianRailroads, id_: str) -> Act | None:
    """What a space offers now; None where no engineer lies on it."""
    place = s.box.displays.get(id_)
    if place is None:
        return s.box.acts[id_]
    return s.box.public.get(s.display[place])


def open_acts(s: RussianRailroads) -> list[tuple[str, Act]]:
    """Every free space there is for the player, with what it offers."""
    box, taken = s.box, {stand[0] for stand in s.stands}
    found = []
    for space in box.in_play[len(s.players), s.last_round]:
        id_ = space.id
        if id_ not in taken or space.unlimited:
            act = box.public.get(s.display[space.display]) if space.display else box.acts[id_]
            if act is not None:
                found.append((id_, act))
    own = [box.engineers[number].id for number in s.me.engineers]
    return found + [(id_, box.acts[id_]) for id_ in own if id_ not in taken]


def in_round(s: RussianRailroads, space: Space) -> bool:
    """russian-railroads 9.7: claims until the last round, the last-round tile instead of them then."""
    return space.rounds == "all" or (space.rounds == "last") == s.last_round


def closed(s: RussianRailroads, id_: str) -> Illegal | None:
    """russian-railroads 2.1, 3.5: why a space is not there for this player, or not free."""
    space = s.box.spaces.get(id_)
    if space is None:
        if int(id_.removeprefix("engineer_")) not in s.me.engineers:
            return no(
                "8.2",
                Text("only own engineers can be used, and {engineer} is not yours", engineer=words.space(s.box, id_)),
            )
    elif len(s.players) not in space.seats:
        return no("1.4", Text("{space}: not on the board for {n} players", space=Text(space.name), n=len(s.players)))
    elif not in_round(s, space):
        return no("9.7", Text("{space}: not in this round", space=Text(space.name)))
    elif space.unlimited:
        return None
    elif space.display and not s.display[space.display]:
        return no("8.3", Text("{space}: no engineer lies there", space=Text(space.name)))
    if any(stand[0] == id_ for stand in s.stands):
        return no("2.1", Text("{space}: occupied", space=words.space(s.box, id_)))
    return None


def bonus_step(act: Act, payment: str) -> tuple[Effect, ...]:
    """russian-railroads 14.4: the black worker, placed where black track may be built, makes one more black step."""
    if act.black and pieces(payment)[1]:
        return (Effect("track", 1, (0,), False, BLACK_WORKER),)
    return ()


def in_full(s: RussianRailroads, act: Act, room: Room | None = None) -> bool:
    """russian-railroads 2.3: whether what a space offers can be carried out completely, where it has to be."""
    room = room or measure(s)
    if len(act.colours) == 1:
        return room.tracks[act.colours[0]] >= act.steps
    if act.steps and (max(room.tracks[c] for c in act.colours) if act.colours else room.lane) >= act.steps:
        return True
    return lacking(s, act.effects) is None and solvable(s, act.waiting, room)


class Feasible:
    """Which spaces can be carried out now. Each is looked at when it is first asked about, and once."""

    __slots__ = ("known", "room", "s")

    def __init__(self, s: RussianRailroads) -> None:
        self.s = s
        self.known: dict[str, bool] = {}
        self.room: Room | None = None

    def __call__(self, id_: str) -> bool:
        if id_ not in self.known:
            self.known[id_] = self._is(id_)
        return self.known[id_]

    def _is(self, id_: str) -> bool:
        act = act_of(self.s, id_)
        assert act is not None
        if not act.must:
            return True
        if self.room is None:
            self.room = measure(self.s)
        return in_full(self.s, act, self.room)


def impossible(s: RussianRailroads, act: Act) -> Illegal | None:
    """The same, with the reason."""
    lack = lacking(s, act.effects)
    if lack is not None:
        return no("2.3", Text("cannot be carried out in full: {lack}", lack=lack))
    if in_full(s, act):
        return None
    for e in act.waiting:
        if e.op == "track" and not any(unlocked(s.box, s.me.tracks, colour) for colour in e.colours):
            return no("2.3", way_to(s.box, e.colours[0]))
    due = tuple(effect_text(s.box, e) for e in act.waiting)
    return no("2.3", Text("cannot be carried out in full: {due}", due=due))
