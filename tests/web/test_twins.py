"""What can be done by JSON and on a page stands once: both faces refuse the same, and share one limit."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from stellwerk.table.service import limits
from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app
from tests.web.conftest import HOTSEAT, Site, linked, opened, running

TWINS = {
    "POST /api/tables": ("POST /new/{name}", "POST /new/{name}/quick"),
    "POST /api/tables/{table}/act": ("POST /table/{table_id}/act",),
    "POST /api/tables/{table}/undo": ("POST /table/{table_id}/undo",),
    "POST /api/tables/{table}/motions/{motion}": ("POST /table/{table_id}/vote",),
    "PUT /api/tables/{table}/note": ("POST /table/{table_id}/note",),
    "POST /api/tables/{table}/chat": ("POST /table/{table_id}/chat",),
    "POST /api/tables/{table}/orders": ("POST /table/{table_id}/order",),
    "DELETE /api/tables/{table}/orders/{program}": ("POST /table/{table_id}/order",),
    "POST /api/tables/{table}/end": ("POST /table/{table_id}/end",),
    "POST /api/tables/{table}/pause": ("POST /table/{table_id}/pause",),
    "PUT /api/away": ("POST /settings/away",),
    "POST /api/tables/{table}/seats/{seat}/hand-over": ("POST /table/{table_id}/hand-over",),
    "POST /api/tables/{table}/seats/{seat}/replace": ("POST /table/{table_id}/replace",),
    "POST /api/tables/{table}/seats/{seat}/link": ("POST /table/{table_id}/link",),
    "POST /api/tables/{table}/seats/{seat}/bot": ("POST /table/{table_id}/bot",),
    "POST /api/tables/{table}/seats/{seat}/join": ("POST /table/{table_id}/join",),
    "POST /api/tables/{table}/rematch": ("POST /table/{table_id}/rematch",),
    "POST /api/tables/{table}/what-if": ("POST /table/{table_id}/what-if", "POST /replay/{key}/{eyes}/what-if"),
    "POST /api/tables/{table}/archive": ("POST /table/{table_id}/archive",),
    "POST /api/seat/{token}": ("POST /seat/{token}",),
    "POST /api/register": ("POST /settings/register",),
    "POST /api/login": ("POST /settings/login",),
    "POST /api/logout": ("POST /settings/logout",),
    "POST /api/tokens": ("POST /settings/token",),
    "DELETE /api/tokens/{token}": ("POST /settings/token/{id_}/revoke",),
    "PUT /api/notices": ("POST /settings/notices",),
    "POST /api/notices/test": ("POST /settings/notices/test",),
    "PUT /api/notices/hours": ("POST /settings/notices/hours",),
    "DELETE /api/notices/devices/{device}": ("POST /settings/notices/devices/{device}/forget",),
    "PATCH /api/me": ("POST /settings/name",),
    "POST /api/password": ("POST /settings/password",),
    "POST /api/password/lost": ("POST /password",),
    "POST /api/password/recover": ("POST /password/{code}",),
    "POST /api/mail": ("POST /settings/mail",),
    "POST /api/mail/confirm": ("POST /mail/{code}",),
    "DELETE /api/mail": ("POST /settings/mail/forget",),
    "DELETE /api/sessions": ("POST /settings/sessions/end",),
    "DELETE /api/sessions/{session}": ("POST /settings/sessions/{session}/end",),
    "POST /api/me/delete": ("POST /settings/delete",),
    "DELETE /api/tables/{table}": ("POST /table/{table_id}/delete",),
    "DELETE /api/blocks/{person}": ("POST /settings/unblock/{person}",),
    "POST /api/tables/{table}/block": ("POST /table/{table_id}/block",),
    "POST /api/tables/{table}/report": ("POST /table/{table_id}/report",),
    "POST /api/operator": ("POST /operator/become",),
    "POST /api/sets": ("POST /gallery/{name}/sets",),
    "POST /api/sets/file": ("POST /sets/file",),
    "PATCH /api/sets/{set_id}": ("POST /sets/{set_id}",),
    "PUT /api/sets/{set_id}/rows": ("POST /gallery/{name}/row",),
    "DELETE /api/sets/{set_id}": ("POST /sets/{set_id}/forget",),
    "PUT /api/admin/components/{game}": ("POST /operator/components/{game}",),
    "PUT /api/admin/message": ("POST /operator/message",),
    "POST /api/admin/people/{person}/mute": ("POST /operator/people/{person}/mute",),
    "POST /api/admin/people/{person}/ban": ("POST /operator/people/{person}/ban",),
    "POST /api/admin/people/{person}/delete": ("POST /operator/people/{person}/delete",),
    "POST /api/admin/tables/{table}/close": ("POST /operator/tables/{table}/close",),
    "POST /api/admin/tables/{table}/delete": ("POST /operator/tables/{table}/delete",),
    "POST /api/admin/reports/{report}/close": ("POST /operator/reports/{report}/close",),
}
"""What changes something, by JSON and on pages."""
ONLY_JSON = {
    "POST /api/notices/devices",  # only a script has what the browser gives away
    "POST /api/tables/{table}/seats/{seat}/leave",
    "POST /api/tables/{table}/rulings",
}
ONLY_PAGES = {
    *("POST /language", "POST /theme", "POST /habits", "POST /table/{table_id}/curtain"),  # kept by the browser
    "POST /learn/{game}/{chapter}",
    "POST /gallery/{name}/try",  # reading
    *("POST /study", "POST /study/library/{number}"),
    *("POST /study/library/{number}/comment", "POST /study/library/{number}/share"),
    *("POST /study/{kind}/{id_}/branch", "POST /study/{kind}/{id_}/judgement", "POST /study/keep/{kind}/{id_}"),
    *("POST /replay", "POST /replay/{key}/{eyes}/parts", "POST /table/{table_id}/parts"),  # reading
}


def test_every_deed_is_a_twin_or_has_one_face_for_a_reason(tmp_path: Path) -> None:
    """Neither face grows a verb without the other being thought of."""
    with running(Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1)) as site:
        app = create_app(site.runtime.settings, site.runtime)
        app.state.unopened.open()
        routes = list(routes_of(app.routes))
    ours = [route for route in routes if route.endpoint.__module__.startswith("stellwerk.web.")]
    deeds = {f"{method} {route.path}" for route in ours for method in route.methods - {"GET", "HEAD"}}
    assert deeds == {*TWINS, *(page for pages in TWINS.values() for page in pages), *ONLY_JSON, *ONLY_PAGES}


def routes_of(found: Iterable[Any]) -> Iterator[APIRoute]:
    for route in found:
        if isinstance(route, APIRoute):
            yield route
        yield from routes_of(getattr(getattr(route, "original_router", None), "routes", ()))


@dataclass
class Place:
    """A table of two, and who sits at it."""

    site: Site
    ann: httpx.Client
    bob: httpx.Client
    eve: httpx.Client
    """Who has come by and does not play."""
    table: str
    token: str


@pytest.fixture
def place(site: Site) -> Place:
    ann, bob = site.browser(), site.browser()
    table, token = linked(ann)
    assert bob.post(f"/api/seat/{token}", json={"name": "Bob"}).status_code == 200
    return Place(site, ann, bob, site.browser(), table, token)


Ask = Callable[[Place], httpx.Response]


def json_(method: str, path: str, who: str = "ann", **body: Any) -> Ask:
    def ask(p: Place) -> httpx.Response:
        client = getattr(p, who)
        url = path.format(table=p.table, token=p.token)
        return client.request(method, url, json=body) if method != "DELETE" else client.delete(url, params=body)

    return ask


def page(path: str, who: str = "ann", **form: Any) -> Ask:
    def ask(p: Place) -> httpx.Response:
        found: httpx.Response = getattr(p, who).post(path.format(table=p.table, token=p.token), data=form)
        return found

    return ask


T, P = "/api/tables/{table}", "/table/{table}"
LONG = "x" * 41
REFUSED: dict[str, tuple[Ask, Ask]] = {
    "chat: nothing": (json_("POST", f"{T}/chat", text=""), page(f"{P}/chat", text="")),
    "chat: blanks": (json_("POST", f"{T}/chat", text="  "), page(f"{P}/chat", text="  ")),
    "chat: too much": (json_("POST", f"{T}/chat", text="x" * 1001), page(f"{P}/chat", text="x" * 1001)),
    "note: too much": (json_("PUT", f"{T}/note", text="x" * 20001), page(f"{P}/note", text="x" * 20001)),
    "vote: no motion": (
        json_("POST", f"{T}/motions/none", agree=True),
        page(f"{P}/vote", motion="none", agree="yes"),
    ),
    "vote: no such seat": (
        json_("POST", f"{T}/motions/none", agree=True, seat=12),
        page(f"{P}/vote", motion="none", agree="yes", seat="12"),
    ),
    "vote: undecided": (json_("POST", f"{T}/motions/none"), page(f"{P}/vote", motion="none")),
    "order: unknown": (json_("POST", f"{T}/orders", program="nap"), page(f"{P}/order", program="nap")),
    "order: too long": (json_("POST", f"{T}/orders", program=LONG), page(f"{P}/order", program=LONG)),
    "order: of another": (
        json_("POST", f"{T}/orders", program="nap", seat=1),
        page(f"{P}/order", program="nap", seat="1"),
    ),
    "stop: of another": (
        json_("DELETE", f"{T}/orders/nap", seat=1),
        page(f"{P}/order", program="nap", do="stop", seat="1"),
    ),
    "end: for another": (json_("POST", f"{T}/end", seat=1), page(f"{P}/end", seat="1")),
    "pause: no clock": (json_("POST", f"{T}/pause"), page(f"{P}/pause")),
    "hand-over: of another": (json_("POST", f"{T}/seats/1/hand-over"), page(f"{P}/hand-over", seat="1")),
    "hand-over: no bot": (
        json_("POST", f"{T}/seats/0/hand-over", bot="nobody"),
        page(f"{P}/hand-over", seat="0", bot="nobody"),
    ),
    "hand-over: no seat": (json_("POST", f"{T}/seats/x/hand-over"), page(f"{P}/hand-over")),
    "replace: no player": (
        json_("POST", f"{T}/seats/0/replace", "eve"),
        page(f"{P}/replace", "eve", seat="0"),
    ),
    "replace: no bot": (
        json_("POST", f"{T}/seats/1/replace", bot="nobody"),
        page(f"{P}/replace", seat="1", bot="nobody"),
    ),
    "link: of another": (json_("POST", f"{T}/seats/1/link"), page(f"{P}/link", seat="1")),
    "link: no such seat": (json_("POST", f"{T}/seats/7/link"), page(f"{P}/link", seat="7")),
    "join: not listed": (json_("POST", f"{T}/seats/1/join"), page(f"{P}/join", seat="1")),
    "join: long name": (json_("POST", f"{T}/seats/1/join", name=LONG), page(f"{P}/join", seat="1", name=LONG)),
    "bot: taken": (json_("POST", f"{T}/seats/1/bot"), page(f"{P}/bot", seat="1")),
    "bot: unknown": (json_("POST", f"{T}/seats/1/bot", bot="nobody"), page(f"{P}/bot", seat="1", bot="nobody")),
    "bot: not the host": (json_("POST", f"{T}/seats/1/bot", "bob"), page(f"{P}/bot", "bob", seat="1")),
    "rematch: running": (json_("POST", f"{T}/rematch"), page(f"{P}/rematch")),
    "rematch: no order": (json_("POST", f"{T}/rematch", order="best"), page(f"{P}/rematch", order="best")),
    "what-if: the future": (json_("POST", f"{T}/what-if", version=999), page(f"{P}/what-if", version="999")),
    "what-if: another's eyes": (json_("POST", f"{T}/what-if", seat=1), page(f"{P}/what-if", seat="1")),
    "archive: unclear": (json_("POST", f"{T}/archive", archived="perhaps"), page(f"{P}/archive", archived="perhaps")),
    "seat: no link": (json_("POST", "/api/seat/" + "a" * 32), page("/seat/" + "a" * 32)),
    "seat: not a link": (json_("POST", "/api/seat/a"), page("/seat/a")),
    "seat: long name": (json_("POST", "/api/seat/{token}", name=LONG), page("/seat/{token}", name=LONG)),
    "token: long name": (json_("POST", "/api/tokens", name=LONG), page("/settings/token", name=LONG)),
    "token: unknown": (json_("DELETE", "/api/tokens/none"), page("/settings/token/none/revoke")),
    "act: no version": (json_("POST", f"{T}/act", action="keep", request_id="r"), page(f"{P}/act", action="keep")),
    "act: odd request": (
        json_("POST", f"{T}/act", action="keep", at=2, request_id="a b"),
        page(f"{P}/act", action="keep", at="2", request_id="a b"),
    ),
    "act: too long": (
        json_("POST", f"{T}/act", action="x" * 4001, at=2, request_id="r"),
        page(f"{P}/act", action="x" * 4001, at="2"),
    ),
    "undo: no version": (json_("POST", f"{T}/undo", request_id="r"), page(f"{P}/undo")),
    "undo: nothing": (
        json_("POST", f"{T}/undo", at=2, request_id="r"),
        page(f"{P}/undo", at="2", request_id="s"),
    ),
    "table: long name": (
        json_("POST", "/api/tables", **{**HOTSEAT, "name": "x" * 81}),
        page("/new/sample", seats="2", title="x" * 81),
    ),
    "table: long name of a player": (
        json_("POST", "/api/tables", game="sample", seats=[{"kind": "me", "name": LONG}, {"kind": "open"}]),
        page("/new/sample", **{"seats": "2", "seat-0": "me", "name-0": LONG}),
    ),
    "table: no such components": (
        json_("POST", "/api/tables", **{**HOTSEAT, "components": "x" * 41}),
        page("/new/sample", seats="2", components="x" * 41),
    ),
    "set: no name": (json_("POST", "/api/sets", game="sample", name=""), page("/gallery/sample/sets", name="")),
    "set: no game": (json_("POST", "/api/sets", game="chess", name="x"), page("/gallery/chess/sets", name="x")),
    "set: not a file": (json_("POST", "/api/sets/file", text="x"), page("/sets/file", text="x")),
    "set: too long a file": (
        json_("POST", "/api/sets/file", text="#" * 200_001),
        page("/sets/file", text="#" * 200_001),
    ),
    "set: unknown": (json_("PATCH", "/api/sets/none", name="x"), page("/sets/none", name="x")),
    "set: of nobody": (json_("DELETE", "/api/sets/none"), page("/sets/none/forget")),
    "set: no row of it": (
        json_("PUT", "/api/sets/none/rows", table="coin", row="x"),
        page("/gallery/sample/row", set="none", table="coin", row="x"),
    ),
    "set: no default": (
        json_("PUT", "/api/admin/components/sample", set=""),
        page("/operator/components/sample", set=""),
    ),
    "table: no time": (
        json_("POST", "/api/tables", **{**HOTSEAT, "clock": {"seconds": 5}}),
        page("/new/sample", seats="2", clock="5"),
    ),
}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("name", REFUSED)
def test_both_faces_refuse_the_same(place: Place, name: str) -> None:
    by_json, on_page = REFUSED[name]
    expected = refusal(by_json(place))
    assert 400 <= expected[0] < 500
    assert refusal(on_page(place)) == expected


SHOWN: dict[str, tuple[Ask, Ask]] = {
    "login": (
        json_("POST", "/api/login", name="nobody", password="wrong"),
        page("/settings/login", name="nobody", password="wrong"),
    ),
    "login without a name": (
        json_("POST", "/api/login", name="", password=""),
        page("/settings/login", name="", password=""),
    ),
    "register": (
        json_("POST", "/api/register", name="Ann", password="short"),
        page("/settings/register", name="Ann", password="short"),
    ),
    "notices": (
        json_("PUT", "/api/notices", notices=[{"channel": "ntfy", "topic": "a b"}]),
        page("/settings/notices", **{"ntfy-topic": "a b"}),
    ),
    "bots": (
        json_("POST", "/api/tables", game="sample", seats=[{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]),
        page("/new/sample", **{"seats": "2", "seat-0": "me", "seat-1": "bot:nobody"}),
    ),
    "seats": (
        json_("POST", "/api/tables", game="sample", seats=[{"kind": "me"}]),
        page("/new/sample", seats="1"),
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_that_shows_its_refusal_says_what_the_api_says(place: Place, name: str) -> None:
    by_json, on_page = (ask(place) for ask in SHOWN[name])
    assert on_page.status_code == by_json.status_code >= 400
    assert by_json.json()["error"]["text"] in html.unescape(on_page.text)


MOVES = {
    "notation": {"action": "dance", "at": 2},
    "illegal": {"action": "draw 3", "at": 2},
    "another's seat": {"action": "keep", "at": 2, "seat": 1},
}


@pytest.mark.parametrize("name", MOVES)
def test_a_move_is_refused_in_the_same_words(place: Place, name: str) -> None:
    by_json = place.ann.post(f"/api/tables/{place.table}/act", json={**MOVES[name], "request_id": "j"})
    on_page = place.ann.post(f"/table/{place.table}/act", data={**MOVES[name], "request_id": "p"})
    assert by_json.status_code >= 400
    assert by_json.json()["error"]["text"] in html.unescape(on_page.json()["refused"])


def test_a_move_at_an_old_version_is_stale_on_both_faces(place: Place) -> None:
    by_json = place.ann.post(f"/api/tables/{place.table}/act", json={"action": "keep", "at": 1, "request_id": "j"})
    on_page = place.ann.post(f"/table/{place.table}/act", data={"action": "keep", "at": 1, "request_id": "p"})
    assert refusal(by_json) == (409, "stale")
    assert on_page.json() == {"stale": True}


def test_who_is_nobody_is_told_so_on_both_faces(place: Place) -> None:
    stranger = place.site.browser()
    for deed, body in (("act", {"action": "keep", "at": 2, "request_id": "r"}), ("undo", {"at": 2, "request_id": "r"})):
        by_json = stranger.post(f"/api/tables/{place.table}/{deed}", json=body)
        assert refusal(by_json) == refusal(stranger.post(f"/table/{place.table}/{deed}", data=body)) == (401, "who")


def new_table(p: Place, on_page: bool) -> int:
    if on_page:
        return p.ann.post("/new/sample", data={"seats": "2", "mode": "hotseat"}).status_code
    return p.ann.post("/api/tables", json=HOTSEAT).status_code


def quick_table(p: Place, on_page: bool) -> int:
    return p.ann.post("/new/sample/quick").status_code if on_page else new_table(p, False)


def chat(p: Place, on_page: bool) -> int:
    path = f"/table/{p.table}/chat" if on_page else f"/api/tables/{p.table}/chat"
    return p.ann.post(path, **{"data" if on_page else "json": {"text": "hello"}}).status_code  # type: ignore[arg-type]


def what_if(p: Place, on_page: bool) -> int:
    if on_page:
        return p.ann.post(f"/table/{p.table}/what-if").status_code
    return p.ann.post(f"/api/tables/{p.table}/what-if", json={}).status_code


def try_notices(p: Place, on_page: bool) -> int:
    return p.ann.post("/settings/notices/test" if on_page else "/api/notices/test").status_code


LIMITED = {
    "tables": new_table,
    "tables at once": quick_table,
    "chat": chat,
    "what-if": what_if,
    "notices": try_notices,
}


@pytest.mark.parametrize("first", [True, False], ids=["page first", "json first"])
@pytest.mark.parametrize("name", LIMITED)
def test_both_faces_share_one_limit(place: Place, monkeypatch: pytest.MonkeyPatch, name: str, first: bool) -> None:
    """Whoever has used up the limit on one face is refused on the other."""
    for deed in limits.PER_PERSON:
        monkeypatch.setitem(limits.PER_PERSON, deed, "2 per day")
    deed = LIMITED[name]
    assert [deed(place, first) < 400 for _ in range(2)] == [True, True]
    assert deed(place, not first) == 429


@pytest.mark.parametrize("first", [True, False], ids=["page first", "json first"])
def test_passwords_are_guessed_slowly_on_both_faces(place: Place, monkeypatch: pytest.MonkeyPatch, first: bool) -> None:
    monkeypatch.setattr(limits, "LOGINS_OF_A_NAME", "2 per day")
    by_json, on_page = SHOWN["login"]
    one, other = (on_page, by_json) if first else (by_json, on_page)
    assert [one(place).status_code for _ in range(3)] == [401, 401, 429]
    assert other(place).status_code == 429


def test_a_bot_that_is_not_named_plays_at_random_on_both_faces(site: Site) -> None:
    ann = site.browser()
    for on_page in (True, False):
        table, _ = linked(ann)
        if on_page:
            assert ann.post(f"/table/{table}/bot", data={"seat": "1"}).status_code == 303
        else:
            assert ann.post(f"/api/tables/{table}/seats/1/bot", json={}).status_code == 200
        assert ann.get(f"/api/tables/{table}").json()["seats"][1]["bot"] == "random"


def test_an_empty_note_can_be_kept_on_both_faces(client: httpx.Client) -> None:
    table = opened(client)
    assert client.post(f"/table/{table}/note", data={"text": ""}).status_code == 303
    assert client.put(f"/api/tables/{table}/note", json={"text": ""}).status_code == 200
