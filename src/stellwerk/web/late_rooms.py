"""The rooms nobody needs in order to be let in: everything but playing, the page of a table and the first page.

Loading them takes as long as everything else together. So `app.py` does not import this module: it is loaded by the
server itself as soon as it is ready, or by the first who asks for something in here (`rooms.Unopened`).
"""

from __future__ import annotations

from fastapi import FastAPI

from stellwerk.web import companions
from stellwerk.web.api import account as api_of_accounts
from stellwerk.web.api import arrangements, docs_page, operation
from stellwerk.web.api import component_sets as api_of_component_sets
from stellwerk.web.api import privacy as api_of_privacy
from stellwerk.web.http.rooms import add_rooms
from stellwerk.web.pages import (
    account,
    component_sets,
    learn,
    library,
    members,
    notices,
    offline,
    operator,
    privacy,
    replay,
    study,
    study_library,
    study_opinion,
    study_stats,
    table,
    table_arrangements,
    table_help,
)
from stellwerk.web.pages.replay import Replays
from stellwerk.web.view.foreign_files import Readers
from stellwerk.web.view.judgements import Judgements
from stellwerk.web.view.libraries import Libraries
from stellwerk.web.view.opinions import Opinions
from stellwerk.web.view.shared_workshop import ADVICE, STUDIES, workshop_of
from stellwerk.web.view.studies import Studies

API = (api_of_accounts, api_of_privacy, operation, arrangements, api_of_component_sets, docs_page)
PEOPLE = (account, members, operator, privacy, notices)
STUDYING = (study_library, study_stats, study, study_opinion)
PAGES = (offline, *PEOPLE, learn, component_sets, library, replay, *STUDYING, table_arrangements, table_help)


def open_rooms(app: FastAPI) -> None:
    """In the order in which routes are tried: panels, whose names a game may choose, come last."""
    add_rooms(app, [room.router for room in (*API, *PAGES)])
    for router in companions.routers():
        app.include_router(router)
    add_rooms(app, [table.panels])
    _furnish(app)


def _furnish(app: FastAPI) -> None:
    """What studying needs; it is closed with the application."""
    state, runtime = app.state, app.state.runtime
    state.readers, state.replays = Readers(), Replays()
    state.workshop = workshop_of(runtime.store, STUDIES)
    state.studies = Studies(state.workshop)
    state.opinions = Opinions(state.workshop)
    state.judgements = Judgements(state.workshop)
    state.adviser = workshop_of(runtime.store, ADVICE)  # nobody who plays waits for a study
    state.advice = Opinions(state.adviser)
    libraries = state.libraries = Libraries.beside(runtime.settings)
    runtime.worker.chores.append(lambda: libraries.tidy(runtime.store, runtime.settings.library_days))
    for each in (libraries, state.adviser, state.workshop, state.readers):
        state.at_the_end.callback(each.close)
