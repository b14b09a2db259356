"""1880: China on the table page: tables beside the boards, help with routes, a private plan."""

from __future__ import annotations

from fastapi import APIRouter

from stellwerk.core import Action, Text
from stellwerk.games.china1880.rules.actions import LayTile, Run
from stellwerk.games.china1880.rules.consequences import consequences
from stellwerk.games.china1880.web import plan, route_pages
from stellwerk.games.china1880.web.routes import is_running
from stellwerk.games.china1880.web.stage import beside, means, stage
from stellwerk.games.china1880.web.tables import tables
from stellwerk.games.china1880.web.tries import tries
from stellwerk.web.companions import Link, Panel
from stellwerk.web.view.perspective import Perspective

TRACED = (Run,)
PANELS = (Panel("aids", Text("Tables"), tables),)
SCRIPT = "routes.js"
LINKS = (Link("plan", Text("Plan in private")),)

router = APIRouter()
router.include_router(plan.router)
router.include_router(route_pages.router)


def help_with(perspective: Perspective) -> str | None:
    return "routes" if is_running(perspective) else None


def piece(action: Action) -> tuple[str, str] | None:
    """A tile on a hex, whichever way it is turned."""
    return (action.hex, action.tile) if isinstance(action, LayTile) else None


__all__ = [
    "LINKS",
    "PANELS",
    "SCRIPT",
    "TRACED",
    "beside",
    "consequences",
    "help_with",
    "means",
    "piece",
    "router",
    "stage",
    "tries",
]
