"""What may be asked for: fields with their limits and defaults, the same from a program (JSON) and a page (a form)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Path, Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.fields import FieldInfo

from stellwerk.table import Clock, SeatSpec
from stellwerk.table.background import notices
from stellwerk.table.seating import sessions
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.service.pauses import MOST_TIME_OFF
from stellwerk.web.http.dependencies import sent_of
from stellwerk.web.http.errors import not_understood

TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$")]
LinkToken = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{20,64}$")]
PathSeat = Annotated[int, Path(ge=0, le=9)]
BodySeat = Annotated[int, Field(ge=0, le=9)]
Version = Annotated[int, Field(ge=0, le=1_000_000_000)]
RequestId = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$", description="made by the caller, new for each wish")
]
MotionId = Annotated[str, Field(max_length=16)]
Line = Annotated[str, Field(min_length=1, max_length=4000)]
Name = Annotated[str, Field(max_length=40)]
BotName = Annotated[str, Field(max_length=40)]
Password = Annotated[str, Field(max_length=200)]
ProgramName = Annotated[str, Field(max_length=40)]
Argument = Annotated[str, Field(max_length=80)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


B = TypeVar("B", bound=Body)


def filled(model: type[B], form: Mapping[str, Any]) -> B:
    """What a form asks for, under the limits of the API. A field that may be left out is, if it is empty."""
    given = {name: form[name] for name, field in model.model_fields.items() if not _is_left_out(field, form.get(name))}
    try:
        return model.model_validate(given, strict=False)
    except ValidationError as error:
        raise not_understood(error, "body") from error


def _is_left_out(field: FieldInfo, value: Any) -> bool:
    return value is None or (value == "" and field.default is None)


def form_as(model: type[B]) -> Any:
    """The dependency of a page route that reads a form into a model."""

    async def read(request: Request) -> B:
        return filled(model, await sent_of(request))

    return Depends(read)


# --- opening a table -------------------------------------------------------------------------------------------------


class SeatBody(Body):
    kind: Literal["me", "open", "bot"]
    bot: Annotated[str | None, Field(max_length=40)] = None
    name: Name = ""


Hour = Annotated[int, Field(ge=0, le=23)]
Zone = Annotated[int, Field(ge=-840, le=840, description="minutes east of Greenwich")]


def leaves_time(quiet: tuple[int, int] | None) -> tuple[int, int] | None:
    if quiet is not None and quiet[0] == quiet[1]:
        raise ValueError("all day long")
    return quiet


class ClockBody(Body):
    seconds: Annotated[int, Field(ge=60, le=60 * 86_400)]
    consequence: Literal["reminder", "bot", "nothing"] = "reminder"
    quiet: tuple[Hour, Hour] | None = None
    """From this hour of the day to that no time runs."""
    weekends: bool = True
    """Whether time runs on Saturdays and Sundays."""
    zone: Zone = 0

    @field_validator("quiet")
    @classmethod
    def _leaves_time(cls, quiet: tuple[int, int] | None) -> tuple[int, int] | None:
        return leaves_time(quiet)


class NewTable(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "…", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "easy"}]}]}
    )
    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatBody], Field(min_length=1, max_length=10)]
    variants: Annotated[dict[str, Any], Field(max_length=50)] = {}
    name: Annotated[str, Field(max_length=80)] = ""
    hotseat: bool = False
    seating: Literal["chosen", "random"] = "chosen"
    spectators: bool = True
    listed: bool = False
    talk: Literal["seated", "everybody"] = "seated"
    clock: ClockBody | None = None
    automatic: bool = False
    """Whether the table answers for people what has only one answer."""
    advice: bool = False
    """Whether whoever sits down agrees that bots advise everybody at the table."""
    components: Annotated[str, Field(max_length=40)] = ""
    """The id of a component set, `built-in`, or nothing for what the site plays with."""

    @property
    def spec(self) -> TableSpec:
        return TableSpec(
            game=self.game,
            seats=[SeatSpec(seat.kind, seat.bot, seat.name) for seat in self.seats],
            variants=self.variants,
            name=self.name,
            hotseat=self.hotseat,
            seating=self.seating,
            spectators=self.spectators,
            listed=self.listed,
            automatic=self.automatic,
            advice=self.advice,
            talk=self.talk,
            components=self.components,
            clock=Clock(**self.clock.model_dump()) if self.clock else None,
        )


# --- playing and talking ---------------------------------------------------------------------------------------------


class Deed(Body):
    """What every move says; a page may leave the action to be put together from what was filled in."""

    at: Version
    request_id: RequestId
    seat: BodySeat | None = None
    action: Line | None = None


class ActBody(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"action": "lay-tile F8 57 2", "at": 40, "request_id": "c0ffee"}]}
    )
    action: Line
    at: Version
    request_id: RequestId
    seat: BodySeat | None = None


class UndoBody(Body):
    at: Version
    request_id: RequestId
    to: Version | None = None
    seat: BodySeat | None = None


class VoteBody(Body):
    agree: bool
    seat: BodySeat | None = None


class VoteForm(VoteBody):
    motion: MotionId


class ChatBody(Body):
    text: Annotated[str, Field(min_length=1, max_length=1000)]


class NoteBody(Body):
    text: Annotated[str, Field(max_length=20_000)]


# --- around a game ---------------------------------------------------------------------------------------------------


class Named(Body):
    name: Name = ""


class SitBody(Named):
    pass


class HandBody(Body):
    bot: BotName | None = None


class HandForm(HandBody):
    seat: BodySeat


class SeatForm(Body):
    seat: BodySeat


class AwayBody(Body):
    days: Annotated[int, Field(ge=0, le=MOST_TIME_OFF)]
    """From now on; 0 for back again."""


class JoinForm(SitBody):
    seat: BodySeat


class RulingBody(Body):
    action: Line
    seat: BodySeat | None = None


class SeatOnly(Body):
    seat: BodySeat | None = None


class OrderBody(Body):
    program: ProgramName
    argument: Argument = ""
    seat: BodySeat | None = None


class RematchBody(Body):
    order: Literal["same", "rotated", "random"] = "same"


class WhatIfBody(Body):
    version: Version | None = None
    seat: BodySeat | None = None


class ArchiveBody(Body):
    archived: bool = True


# --- accounts --------------------------------------------------------------------------------------------------------


class Credentials(Body):
    name: Name
    password: Password


class Profile(Body):
    name: Annotated[str | None, Field(min_length=1, max_length=40)] = None
    lang: Annotated[str | None, Field(max_length=8)] = None


class NewPassword(Body):
    old: Password
    new: Password


class TokenBody(Named):
    scope: sessions.Scope = "play"
    days: Annotated[int, Field(ge=1, le=3650)] = sessions.TOKEN_DAYS


class PasswordOnly(Body):
    password: Password = ""


class MailBody(Body):
    address: Annotated[str, Field(max_length=254)]


class CodeBody(Body):
    code: Annotated[str, Field(max_length=64)]


class LostBody(Body):
    name: Name


class RecoverForm(Body):
    new: Password


class RecoverBody(RecoverForm):
    code: Annotated[str, Field(max_length=64)]


# --- other people ----------------------------------------------------------------------------------------------------

LineNumber = Annotated[int, Field(ge=0, le=1 << 60)]
Why = Annotated[str, Field(max_length=300)]


class PersonAt(Body):
    """Somebody, by a seat or by a line of chat."""

    seat: BodySeat | None = None
    line: LineNumber | None = None


class ReportBody(PersonAt):
    text: Annotated[str, Field(min_length=1, max_length=1000)]


class DeedBody(Body):
    why: Why = ""


class MessageBody(Body):
    text: Why = ""


class MuteBody(DeedBody):
    days: Annotated[int, Field(ge=0, le=3650)]


class BanBody(DeedBody):
    banned: bool = True


class DeviceBody(Body):
    """What `PushManager.subscribe` gives in a browser."""

    endpoint: Annotated[str, Field(max_length=510)]
    p256dh: Annotated[str, Field(max_length=90)]
    auth: Annotated[str, Field(max_length=30)]


class HoursBody(Body):
    """Hours of one's day: nothing from the first to the second; at the third one message about all turns."""

    quiet: tuple[Hour, Hour] | None = None
    digest: Hour | None = None
    zone: Zone = 0

    @field_validator("quiet")
    @classmethod
    def _leaves_time(cls, quiet: tuple[int, int] | None) -> tuple[int, int] | None:
        return leaves_time(quiet)


class Wishes(Body):
    notices: Annotated[list[dict[str, str]], Field(max_length=notices.MOST)]
