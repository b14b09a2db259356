"""What may be asked for around component sets, the same from a program and a page; see `inputs`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import Field

from stellwerk.core.component_sets import MOST_CHARACTERS
from stellwerk.table.service.typed_rows import TypedRow
from stellwerk.web.http.inputs import Body

SetId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$")]
SetChoice = Annotated[str, Field(max_length=40)]
SetName = Annotated[str, Field(min_length=1, max_length=60)]
SetAuthor = Annotated[str, Field(max_length=40)]
SetNote = Annotated[str, Field(max_length=500)]
Typed = Annotated[str, Field(max_length=1_000)]
FieldName = Annotated[str, Field(max_length=40)]


class SetBody(Body):
    name: SetName
    author: SetAuthor = ""
    note: SetNote = ""


class NewSet(SetBody):
    game: Annotated[str, Field(max_length=40)]


class SetFile(Body):
    text: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS)]


class RowBody(Body):
    """A row as typed; `checked` names what was looked up on the printed component, all of it if left out."""

    table: FieldName
    row: FieldName
    values: Annotated[dict[FieldName, Typed], Field(max_length=40, default_factory=dict)]
    checked: Annotated[list[FieldName], Field(max_length=40)] | None = None
    like: FieldName = ""
    gone: bool = False

    @property
    def typed(self) -> TypedRow:
        return TypedRow(self.table, self.row, self.values, self.checked, self.like, self.gone)


class DefaultBody(Body):
    set: SetChoice = ""
