"""Component sets of people: what each has looked up on a printed copy; which of them a table is opened with.

A version of a set is closed as soon as somebody plays with it or takes it away as a file: the next change begins
another. So two tables that name the same version were played with the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from stellwerk import games
from stellwerk.core import Game, Text
from stellwerk.core.component_sets import (
    LATEST,
    MOST_CHARACTERS,
    ComponentSet,
    Correction,
    applied,
    headed,
    read_set,
    set_faults,
    typed,
    write_set,
)
from stellwerk.core.components import BadComponent, Components
from stellwerk.core.corrections import Fault
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating.operation import note_deed, require_operator
from stellwerk.table.seating.seats import new_id
from stellwerk.table.service.limits import Limits
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import Store, UnitOfWork

BUILT_IN = "built-in"
"""The tables of the game as they are, whatever the site plays with."""
SETS_EACH = 50
_c = schema.component_sets.c


@dataclass(frozen=True, slots=True)
class StoredSet:
    """A set as it is kept; `is_mine` for whoever asks."""

    id: str
    set: ComponentSet
    used: bool
    is_default: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What a table may be opened with."""

    id: str
    name: Text | str
    version: int = 0


@dataclass(frozen=True, slots=True)
class Wish:
    """One row as somebody wants it in a set."""

    table: str
    row: str
    correction: Correction


class ComponentSets:
    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self.folder: Mapping[str, Components] = {}
        """The operator's own tables by game, named when the server was started."""

    # --- looking -----------------------------------------------------------------------------------------------------

    def find(self, who: Person | None, id_: str) -> StoredSet:
        """One's own, or one the site plays with."""
        with self.store.reading() as conn:
            return _found(conn, who, id_)

    def mine(self, who: Person | None, game: str) -> list[StoredSet]:
        """The latest first."""
        if who is None:
            return []
        wanted = select(schema.component_sets).where(_c.person == who.id, _c.game == game)
        with self.store.reading() as conn:
            return [_stored(row, who) for row in conn.execute(wanted.order_by(_c.changed.desc(), _c.id))]

    def choices(self, who: Person | None, game: Game[Any]) -> list[Choice]:
        """What the host may choose from; the first is what he gets if he does not."""
        site = self._default(game.id)
        first = [Choice(site.id, site.set.name, site.set.version)] if site is not None else []
        if not first and game.id in self.folder:
            first = [Choice("", _name(self.folder[game.id]) or Text("the tables of this site"))]
        built_in = Choice(BUILT_IN if first else "", Text("the built-in tables"))
        brought = [Choice(id_, Text(each.name)) for id_, each in game.sets().items()]
        mine = [Choice(s.id, s.set.name, s.set.version) for s in self.mine(who, game.id) if not s.is_default]
        return [*first, built_in, *brought, *mine]

    def site(self, game: Game[Any]) -> Components:
        """What new tables of this site are opened with."""
        found = self._default(game.id)
        return self.folder.get(game.id, game.components) if found is None else components_of(found.set)

    def components(self, who: Person | None, game: Game[Any], id_: str = "") -> Components:
        """The tables behind a choice. Raises `Refused` where there is no such set or something is wrong with it."""
        if not id_:
            return self.site(game)
        if id_ == BUILT_IN:
            return game.components
        brought = game.sets().get(id_)
        of = brought if brought is not None else self.find(who, id_).set
        if of.game != game.id:
            raise Refused("set", Text("this is a set for {game}", game=of.game), 422)
        return components_of(of)

    def for_table(self, who: Person, game: Game[Any], id_: str) -> Components:
        """The same for a table that is opened now: the version is in use from now on."""
        found = self.components(who, game, id_)
        site = self._default(game.id) if not id_ else None
        if site is not None or (id_ and id_ != BUILT_IN and id_ not in game.sets()):
            self.mark_used(site.id if site is not None else id_)
        return found

    def _default(self, game: str) -> StoredSet | None:
        wanted = select(schema.component_sets).where(_c.is_default.is_(True), _c.game == game)
        with self.store.reading() as conn:
            row = conn.execute(wanted).first()
        return None if row is None else _stored(row, None)

    # --- changing ----------------------------------------------------------------------------------------------------

    def create(self, who: Person, game: str, name: str, author: str = "", note: str = "") -> str:
        """A new, empty set."""
        found = games.game(game)
        of = _sound(lambda: headed(ComponentSet(found.id, name), {"name": name, "author": author, "note": note}))
        self.limits.count("sets", who)
        return self.store.do(lambda work: self._keep(work, who, of))

    def take_in(self, who: Person, text: str) -> str:
        """A set out of its file, if nothing is wrong with it."""
        self.limits.count("sets", who)
        of = _sound(lambda: read_set(text))
        components_of(of)
        return self.store.do(lambda work: self._keep(work, who, of))

    def describe(self, who: Person, id_: str, name: str, author: str, note: str) -> None:
        self._change(who, id_, lambda of: headed(of, {"name": name, "author": author, "note": note}))

    def correct(self, who: Person, id_: str, wish: Wish) -> list[Fault]:
        """One row. What is wrong with it is answered, and then nothing is changed."""
        of = self._own(who, id_).set
        faults = faults_of_row(games.game(of.game), of, wish)
        if not faults:
            self._change(who, id_, lambda of: of.with_row(wish.table, wish.row, wish.correction))
        return faults

    def forget(self, who: Person, id_: str) -> None:
        """Tables that were opened with it keep their values."""
        self._own(who, id_)
        mine = (_c.id == id_, _c.person == who.id)
        self.store.do(lambda work: work.conn.execute(delete(schema.component_sets).where(*mine)))

    def file(self, who: Person | None, id_: str) -> str:
        """The set as a file; this version is out in the world then."""
        found = self.find(who, id_)
        self.mark_used(id_)
        return write_set(found.set)

    def mark_used(self, id_: str) -> None:
        wanted = update(schema.component_sets).where(_c.id == id_, _c.used.is_(False))
        self.store.do(lambda work: work.conn.execute(wanted, {"used": True}))

    def make_default(self, who: Person | None, game: str, id_: str) -> None:
        """What the site's new tables are opened with; without an id as the server was started."""
        operator = require_operator(who)
        if id_:
            found = self._own(operator, id_)
            if found.set.game != game:
                raise Refused("set", Text("this is a set for {game}", game=found.set.game), 422)
            components_of(found.set)
        self.store.do(lambda work: _set_default(work, operator, game, id_))

    def _own(self, who: Person, id_: str) -> StoredSet:
        found = self.find(who, id_)
        if not found.is_mine:
            raise _unknown()
        return found

    def _change(self, who: Person, id_: str, change: Callable[[ComponentSet], ComponentSet]) -> None:
        self._own(who, id_)
        self.limits.count("sets", who)

        def write(work: UnitOfWork) -> None:
            found = _found(work.conn, who, id_)
            changed = _sound(lambda: change(found.set))
            if changed == found.set:
                return
            if found.used:
                changed = replace(changed, version=min(LATEST, changed.version + 1))
            values = {**_columns(changed), "used": False, "changed": work.now}
            work.conn.execute(update(schema.component_sets).where(_c.id == id_), values)

        self.store.do(write)

    def _keep(self, work: UnitOfWork, who: Person, of: ComponentSet) -> str:
        self.store.require_room(work.conn)
        kept = work.conn.execute(select(func.count()).where(_c.person == who.id)).scalar_one()
        if kept >= SETS_EACH:
            raise Refused("too-many", Text("you keep {n} component sets already; delete one first", n=kept), 409)
        row = {"id": new_id(), "person": who.id, **_columns(of), "used": False, "is_default": False}
        work.conn.execute(insert(schema.component_sets), {**row, "changed": work.now})
        return str(row["id"])


def _unknown() -> Refused:
    return Refused("set", Text("there is no such component set"), 404)


def _found(conn: Connection, who: Person | None, id_: str) -> StoredSet:
    row = conn.execute(select(schema.component_sets).where(_c.id == id_)).one_or_none()
    if row is None or not (row.is_default or (who is not None and who.id == row.person)):
        raise _unknown()
    return _stored(row, who)


def _stored(row: Any, who: Person | None) -> StoredSet:
    return StoredSet(row.id, read_set(row.text), row.used, row.is_default, who is not None and row.person == who.id)


def _columns(of: ComponentSet) -> dict[str, Any]:
    text = write_set(of)
    if len(text) > MOST_CHARACTERS:
        raise Refused("too-large", Text("too much at once"), 413)
    return {"game": of.game, "name": of.name, "version": of.version, "text": text}


def _set_default(work: UnitOfWork, operator: Person, game: str, id_: str) -> None:
    work.conn.execute(update(schema.component_sets).where(_c.game == game), {"is_default": False})
    work.conn.execute(update(schema.component_sets).where(_c.id == id_), {"is_default": True})
    note_deed(work, operator, "component set", f"{game} {id_}".strip(), "")


def _name(components: Components) -> str:
    return components.about.get("name", "")


def _sound(make: Callable[[], ComponentSet]) -> ComponentSet:
    try:
        return make()
    except BadComponent as error:
        raise Refused("set", error.text, 422) from error


# --- what is wrong, and what comes out --------------------------------------------------------------------------------


def components_of(of: ComponentSet) -> Components:
    """The tables of a game with the corrections of a set. Raises `Refused` naming what is wrong."""
    try:
        return _applied(write_set(of))
    except games.UnknownGame as error:
        raise Refused("game", Text("no game is called {game}", game=of.game[:40]), 422) from error
    except BadComponent as error:
        raise Refused("set", error.text, 422) from error


@lru_cache(maxsize=32)
def _applied(text: str) -> Components:
    of = read_set(text)
    return applied(games.game(of.game), of)


def faults_of_row(game: Game[Any], of: ComponentSet, wish: Wish) -> list[Fault]:
    """What is wrong with a row, as somebody wants it. What does not fit together yet is no fault of one row: two
    letters are exchanged one after the other."""
    found = set_faults(game, of.with_row(wish.table, wish.row, wish.correction))
    return [fault for fault in found if (fault.table, fault.row) == (wish.table, wish.row)]


def unfit(game: Game[Any], of: ComponentSet) -> list[Fault]:
    """Why a table cannot be opened with a draft yet."""
    return set_faults(game, of)


def as_typed(game: Game[Any], of: ComponentSet) -> Components:
    """A draft as its owner has typed it, whether it fits together or not: nobody loses sight of what he has done."""
    try:
        return typed(game, of)
    except BadComponent:
        return as_far_as_right(game, of)


def as_far_as_right(game: Game[Any], of: ComponentSet) -> Components:
    """What a draft comes to without the rows in which something is wrong: to look at, not to play with."""
    sound = of
    for fault in set_faults(game, of):
        sound = sound.with_row(fault.table, fault.row, Correction()) if fault.row else sound.without(fault.table)
    try:
        return components_of(sound)
    except Refused:
        return game.components
