"""Component sets on pages: which tables a page shows, what is wrong with a row, and what a table says of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stellwerk import games
from stellwerk.core import Game, Text
from stellwerk.core.component_sets import ComponentSet, Correction
from stellwerk.core.components import Components
from stellwerk.core.corrections import Difference, Fault, differences, value_text
from stellwerk.core.editions import tables_of
from stellwerk.core.provenance import counts
from stellwerk.core.text import Translator
from stellwerk.table import Person, Refused
from stellwerk.table.model import not_found
from stellwerk.table.service.component_sets import (
    BUILT_IN,
    ComponentSets,
    StoredSet,
    as_far_as_right,
    as_typed,
    components_of,
    faults_of_row,
)
from stellwerk.table.service.tables import Tables
from stellwerk.table.service.typed_rows import TypedRow, wish_of


@dataclass(frozen=True, slots=True)
class Shown:
    """The tables a page shows: those of a table, of a set, or of the site."""

    components: Components
    typed: Components
    """The same; of a draft that does not fit together yet, as it was typed."""
    query: str
    """What a link to the same says."""
    about: Mapping[str, str]
    stored: StoredSet | None = None
    table: str = ""

    @property
    def mine(self) -> StoredSet | None:
        """The set, if it can be corrected further by whoever looks."""
        return self.stored if self.stored is not None and self.stored.is_mine else None


def shown_of(tables: Tables, who: Person | None, game: Game[Any], set_: str = "", table: str = "") -> Shown:
    if table:
        return _of_table(tables, who, game, table)
    if set_ and set_ != BUILT_IN and set_ not in game.sets():
        stored = tables.sets.find(who, set_)
        if stored.set.game != game.id:
            raise Refused("set", Text("this is a set for {game}", game=stored.set.game), 422)
        of = stored.set
        return Shown(as_far_as_right(game, of), as_typed(game, of), f"?set={set_}", of.about, stored)
    found = tables.sets.components(who, game, set_)
    return Shown(found, found, f"?set={set_}" if set_ else "", found.about)


def _of_table(tables: Tables, who: Person | None, game: Game[Any], id_: str) -> Shown:
    table = tables.table(who, id_)
    if table.game != game.id:
        raise not_found()
    if table.unknown is not None:
        raise Refused("rules", table.unknown, 409)
    found = tables_of(game, table.header)
    return Shown(found, found, f"?table={id_}", table.header.component_set, table=id_)


def set_name(about: Mapping[str, str], built_in: bool) -> Text:
    """What a table or a page says it shows. What came with a log is a stranger's: no more of it than a set may have."""
    title, version, author = about.get("name", "")[:60], about.get("version", "")[:5], about.get("author", "")[:40]
    if title:
        name = Text("{name}, version {version}", name=title, version=version)
        return Text("{set}, by {author}", set=name, author=author) if author else name
    return Text("the built-in tables") if built_in else Text("tables of its own")


def changes(game: Game[Any], components: Components) -> list[Difference]:
    """What differs from the built-in tables."""
    return list(differences(game.components, components)) if components != game.components else []


def told_change(each: Difference, game: Game[Any]) -> Text:
    row = each.row if each.ours is None else Text(each.row)
    where = Text("{table}, {row}", table=game.titles.get(each.table, each.table), row=row)
    if not each.field:
        return (
            Text("{row}: a new row", row=where) if each.ours is None else Text("{row}: this row is missing", row=where)
        )
    field = game.field_title(each.table, each.field)
    ours, theirs = (Text("nothing") if value is None else value_text(value) for value in (each.ours, each.theirs))
    return Text("{where}, {field}: {ours} → {theirs}", where=where, field=field, ours=ours, theirs=theirs)


def tally(components: Components) -> Text:
    """How many values are verified, and how many are not."""
    found = counts(components)
    return Text(
        "Values: {verified} verified, {single} told by a single source, {reconstructed} reconstructed.",
        verified=sum(count.verified for count in found),
        single=sum(count.single for count in found),
        reconstructed=sum(count.reconstructed for count in found),
    )


# --- one row ----------------------------------------------------------------------------------------------------------


def told_faults(faults: Iterable[Fault], words: Translator) -> list[dict[str, str]]:
    return [
        {"table": fault.table, "row": fault.row, "field": fault.field, "text": fault.problem.render(words)}
        for fault in faults
    ]


def corrected(sets: ComponentSets, who: Person, id_: str, typed: TypedRow, words: Translator) -> None:
    """The row is in the set now; or `Refused`, with every fault by its field."""
    of = sets.find(who, id_).set
    wish, faults = wish_of(games.game(of.game), typed)
    faults = faults or sets.correct(who, id_, wish)
    if faults:
        raise Refused("component", faults[0].text, 422, faults=told_faults(faults, words))


def tried(
    game: Game[Any], of: ComponentSet, typed: TypedRow, words: Translator
) -> tuple[Components, list[dict[str, str]]]:
    """The tables with one row as it is being typed, and what is wrong with it. Nothing is kept."""
    wish, faults = wish_of(game, typed)
    faults = faults or faults_of_row(game, of, wish)
    if faults:
        return game.components, told_faults(faults, words)
    changed = of.with_row(wish.table, wish.row, Correction() if wish.correction.gone else wish.correction)
    try:
        return components_of(changed), []
    except Refused:
        return as_far_as_right(game, changed), []
