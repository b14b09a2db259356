"""What the API answers to operators about their server, field by field."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stellwerk.web.api.answers import Answer


class SeenError(Answer):
    at: float
    source: str
    text: str


class Backups(Answer):
    """Those in the folder the operator named; `newest` in milliseconds, 0 without any."""

    count: int
    newest: int


class ServerState(Answer):
    """How the server is doing; tables by their status."""

    tables: dict[str, int]
    accounts: int
    guests: int
    seen_today: int
    bot_turns: int
    messages: int
    jobs: int | None
    workers: int | None
    database_bytes: int
    library_bytes: int
    free_bytes: int
    schema_: Annotated[str, Field(alias="schema")]
    database: str
    backups: Backups | None
    memory_bytes: int
    errors: list[SeenError]
