"""A route for what every move asks: FastAPI describes it, and it is answered without FastAPI.

FastAPI works out at each request what a function depends on, and keeps stacks for what might have to be closed; that
costs as much as the move. Here it is known: who asks, at which table, and one body, validated once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from stellwerk.web.http.auth import member, visitor
from stellwerk.web.http.errors import not_understood
from stellwerk.web.http.inputs import Body, TableId

TABLE: TypeAdapter[str] = TypeAdapter(TableId)


class PlainRoute(APIRoute):
    """Of a function `(request, who, table, body)` that only members may ask. Its refusals are handled as all are."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.model: type[Body] = self.dependant.body_params[0].field_info.annotation  # type: ignore[assignment]
        self.app = self.answer

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return Route.matches(self, scope)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await Route.handle(self, scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        who = await member(await visitor(request))
        table, body = table_of(request), await body_of(request, self.model)
        response = await self.endpoint(request, who, table, body)
        await response(scope, receive, send)


def table_of(request: Request) -> str:
    try:
        return TABLE.validate_python(request.path_params["table"])
    except ValidationError as error:
        raise not_understood(error, "path", "table") from error


async def body_of(request: Request, model: type[Body]) -> Body:
    if not is_json(request.headers.get("content-type", "")):
        raise RequestValidationError([{"loc": ("body",), "msg": "not JSON", "type": "json_type"}])
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        raise not_understood(error, "body") from error


def is_json(kind: str) -> bool:
    """Other sites can make a browser send anything but this."""
    kind = kind.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))
