"""The version in the path, and the description of the API that says so.

`/api/v1/…` is what `docs/api.md` promises; the same without `v1/` goes on working and is what our own pages use.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.types import Scope

from stellwerk.web.api import answers
from stellwerk.web.api.examples import with_examples
from stellwerk.web.http.auth import member, newcomer

VERSION = "1"
PREFIX = f"/api/v{VERSION}"
SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of a program, from `POST /api/v1/tokens` or the page “Settings”.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "stellwerk",
        "description": "A browser that is signed in. Changes need the header `X-CSRF-Token`, see `GET /api/v1/me`.",
    },
}


def unversioned(scope: Scope) -> Scope:
    """Requests for this version go to the same routes as those for none."""
    if not scope["path"].startswith(f"{PREFIX}/"):
        return scope
    path = "/api" + scope["path"][len(PREFIX) :]
    return {**scope, "path": path, "raw_path": path.encode()}


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, made once: paths with their version, who may ask, and how refusals look."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=VERSION, routes=app.routes)
        needs = {(route.path, method): _needs(route) for route in _routes(app) for method in route.methods or ()}
        components = found.setdefault("components", {})
        components["securitySchemes"] = SCHEMES
        for name, model in _refusal_models().items():
            components.setdefault("schemas", {}).setdefault(name, model)
        for unused in ("HTTPValidationError", "ValidationError"):
            components["schemas"].pop(unused, None)
        with_examples(components["schemas"])
        found["paths"] = {versioned(path): _told(path, methods, needs) for path, methods in found["paths"].items()}
        app.openapi_schema = found
    return app.openapi_schema


def _routes(app: FastAPI) -> list[APIRoute]:
    return [route for route in app.routes if isinstance(route, APIRoute)]


def versioned(path: str) -> str:
    """The path that is promised, for one without a version."""
    return PREFIX + path.removeprefix("/api") if path.startswith("/api/") else path


def _told(path: str, methods: dict[str, Any], needs: dict[tuple[str, str], bool]) -> dict[str, Any]:
    for method, operation in methods.items():
        anybody: list[dict[str, list[str]]] = [] if needs.get((path, method.upper())) else [{}]
        operation["security"] = [*anybody, {"token": []}, {"session": []}]
        operation["responses"].pop("422", None)
        operation["responses"]["4XX"] = {
            "description": "refused, with a reason",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
        }
    return methods


def _needs(route: APIRoute) -> bool:
    """Whether a stranger is refused; where somebody new is welcome, a guest is made of him."""
    calls = set(_calls(route.dependant))
    return member in calls and newcomer not in calls


def _calls(dependant: Dependant) -> list[Any]:
    return [dependant.call, *(call for below in dependant.dependencies for call in _calls(below))]


def _refusal_models() -> dict[str, Any]:
    schema = answers.Refusal.model_json_schema(ref_template="#/components/schemas/{model}")
    return {**schema.pop("$defs"), "Refusal": schema}
