"""Corrections from the gallery into a set."""

from __future__ import annotations

import html
import re

import httpx

from stellwerk import games
from stellwerk.core.component_sets import ComponentSet, Correction, read_set, write_set
from stellwerk.core.provenance import values_of


def corrected_set(client: httpx.Client, of: ComponentSet) -> str:
    answer = client.post("/api/sets/file", json={"text": write_set(of)})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


# --- from the gallery -------------------------------------------------------------------------------------------------


def test_correct_this_leads_from_a_component_to_a_set(client: httpx.Client) -> None:
    """Without any script: a link, a form, a set."""
    page = client.get("/gallery/yokohama").text
    link = html.unescape(re.findall(r'href="([^"]*)" class="correct" aria-label="Correct this: order-05"', page)[0])
    form = client.get(link)
    assert 'value="1 silk 2 fish"' in form.text
    kept = client.post(
        "/gallery/yokohama/row",
        data={"table": "order", "row": "order-05", "f-goods": "2 silk", "checked-goods": "on", "only": "order-05"},
    )
    assert kept.status_code == 303
    sheet = client.get(kept.headers["location"]).text
    assert 'value="2 silk"' in sheet
    set_ = re.findall(r"set=([a-z0-9]+)", kept.headers["location"])[0]
    of = read_set(client.get(f"/sets/{set_}.toml").text)
    assert of.row("order", "order-05") == Correction({"goods": {"silk": 2}}, ("goods",))
    assert of.name == "My copy"


def test_a_fault_is_shown_at_its_field(client: httpx.Client) -> None:
    sent = {"table": "order", "row": "order-05", "f-goods": "2 rice", "all": "yes"}
    shown = client.post("/gallery/yokohama/row", data=sent, headers={"accept": "text/html"})
    assert shown.status_code == 422
    assert re.search(r'data-fault="goods">[^<]*no such key', html.unescape(shown.text))
    told = client.post("/gallery/yokohama/row", data=sent, headers={"accept": "application/json"}).json()["error"]
    assert [(fault["row"], fault["field"]) for fault in told["faults"]] == [("order-05", "goods")]


def test_what_is_being_typed_is_drawn_and_not_kept(client: httpx.Client) -> None:
    sent = {"table": "order", "row": "order-05", "f-goods": "3 tea", "all": "yes"}
    answer = client.post("/gallery/yokohama/try", data=sent).json()
    assert answer["faults"] == []
    assert "3 tea" in answer["picture"]
    assert client.get("/api/sets", params={"game": "yokohama"}).json() == []


def test_every_table_of_every_game_has_a_sheet(client: httpx.Client) -> None:
    for id_ in games.ids():
        for table in dict.fromkeys(value.table for value in values_of(games.game(id_).components)):
            assert client.get(f"/gallery/{id_}/sheet/{table}").status_code == 200
    assert client.get("/gallery/yokohama/sheet/cows").status_code == 404
    assert client.get("/gallery/yokohama/sheet/order?row=cow").status_code == 404


def test_a_name_with_braces_is_only_a_name(client: httpx.Client) -> None:
    set_ = corrected_set(client, ComponentSet("yokohama", "{x} {0}", author="{y}"))
    assert "{x} {0}" in html.unescape(client.get(f"/gallery/yokohama?set={set_}").text)
    assert "{x} {0}" in html.unescape(client.get("/new/yokohama").text)
