"""One value of every table of every game is corrected, and looked for wherever the game is shown or played."""

from __future__ import annotations

import html
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from stellwerk import draw, games
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.core import Game, pending
from stellwerk.core.component_sets import ComponentSet, Correction, applied, read_set, write_set
from stellwerk.core.components import Components
from stellwerk.core.editions import opening
from stellwerk.core.log import fold, read, written
from stellwerk.core.provenance import values_of
from stellwerk.rl import environment
from stellwerk.table.seating.seats import new_id
from stellwerk.table.service.component_sets import BUILT_IN
from stellwerk.web.view.component_sets import changes, told_change
from tests.web.conftest import Site
from tests.web.test_component_sets import corrected_set

SEATS = 3


def raised(game: str, file: str, table: str) -> list[list[int]]:
    """A chart of a game with its last value of the first row changed."""
    rows: list[list[int]] = games.game(game).components.table(file)[table]
    return [[*rows[0][:-1], rows[0][-1] + 5], *rows[1:]]


ONE_OF_EACH: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "yokohama": {
        "order": ("order-05", {"country": "fr", "goods": {"copper": 3}, "reward": {"vp": 9}}),
        "technology": ("ball", {"cost": 9, "country": "nl", "copies": 3}),
        "achievement": ("a-copper", {"first": 17, "later": 13}),
        "site": ("site-01", {"house": {"vp": 19}}),
        "tile": ("tile-02", {"reward": {"vp": 17}}),
        "church": ("#2", {"reward": {"vp": 18}, "neutral": True}),
        "customs": ("#3", {"needs": 4}),
        "order_board": ("port", {"ranges": [1, 2, 3]}),
        "technology_board": ("laboratory", {"surcharges": [0, 0, 0, 1, 1, 3]}),
        "area": ("bank", {"by_power": [2, 3, 4, 5, 6]}),
        "country": ("gb", {"agents": 4}),
        "exchange": ("copper", {"buy": 5}),
        "gift": ("yen", {"amount": 5}),
        "release": ("assistant", {"costs": [1]}),
        "fee": ("#1", {"hand_limit": 4}),
        "majority": ("church", {"first": 9}),
        "country_set": ("#1", {"points": [0, 3, 5, 8, 13]}),
        "rest": ("#1", {"agent": 2}),
        "table": ("3", {"orders_removed": 2}),
        "player": ("#1", {"yen": 60, "yen_first": 60}),
    },
    "russian-railroads": {
        "engineer": ("Any track twice", {"coins": 2}),
        "space": ("track_black_1", {"workers": 2}),
        "pass": ("1", {"points": 7}),
        "end_card": ("fifteen_points", {"n": 16}),
        "bonus": ("coin", {"effects": [{"op": "coins", "n": 2}]}),
        "tile": ("five_industry", {"effects": [{"op": "industry", "n": 6}]}),
        "card": ("factory_and_industry", {"effects": [{"op": "factory"}, {"op": "industry", "n": 3}]}),
        "lane": ("#16", {"points": 67}),
        "colour": ("grey", {"value": 2}),
        "line": ("transsib", {"doublers": 7}),
        "special": ("#1", {"n": 4}),
        "locomotive": ("Locomotive works", {"count": 5}),
        "table": ("3", {"coins": 9}),
        "supply": ("coins", {"n": 19}),
        "majority": ("1", {"points": 41}),
    },
    "1880": {
        "markers": ("#1", {"markers": [50, 110]}),
        "company": ("JHA", {"colour": "#aa6128"}),
        "investor": ("A1", {"home": "A5"}),
        "hex": ("B4", {"cost": 40}),
        "ferry": ("tianjin-dalian", {"fee": 20}),
        "line": ("trans-siberian", {"bonus": 60}),
        "prices": ("#1", {"prices": raised("1880", "market.toml", "prices")}),
        "bonuses": ("#1", {"bonuses": raised("1880", "market.toml", "bonuses")}),
        "par": ("#1", {"rows": 5}),
        "phase": ("A1", {"limit": 3}),
        "players": ("3", {"cash": 637}),
        "certificate": ("#1", {"permits": ["ABC"]}),
        "private": ("P1", {"price": 25}),
        "payment": ("#1", {"amount": 45}),
        "tile": ("7", {"count": 6}),
        "train": ("2", {"price": 110}),
        "list": ("old", {"prices": {"6E": 610, "2R": 100}}),
    },
}

ON_THE_TABLE = {"yokohama": r"\b60\b", "russian-railroads": r"\b67\b", "1880": r"\b637\b"}
"""A corrected number that is in sight when a game begins, and is no time of day."""
OBSERVED = {"yokohama": ("yen", 60), "russian-railroads": ("coins", 9), "1880": ("cash", 637)}
"""The same for an agent: money somebody begins with."""


def corrected(game: str) -> ComponentSet:
    of = ComponentSet(game, "Other printing", author="Ann")
    for table, (row, found) in ONE_OF_EACH[game].items():
        of = of.with_row(table, row, Correction(found, tuple(found)))
    return of


def opened(client: httpx.Client, game: str, set_: str) -> str:
    seats = [{"kind": "me"}] * SEATS
    answer = client.post("/api/tables", json={"game": game, "seats": seats, "hotseat": True, "components": set_})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def replayed(client: httpx.Client, log: str) -> str:
    """The page of a log that was taken elsewhere, at its beginning."""
    answer = client.post("/replay", files={"file": ("game.log", written(read(log).header, ()).encode())})
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["location"]).text


def plain(text: str) -> str:
    return html.unescape(re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL))


def box(state: Any) -> Any:
    return getattr(state, "tables", None) or state.box


def begun(game: Game[Any], components: Components) -> Any:
    """A game at its first question to a seat, dealt by one seed."""
    env = environment.raw_env(game.id, SEATS)
    env.wanted = replace(env.wanted, components=components)
    env.reset(seed=3)
    return env.state_


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_one_value_of_every_table_is_corrected(game: str) -> None:
    rules = games.game(game)
    assert set(ONE_OF_EACH[game]) == {value.table for value in values_of(rules.components)}
    found = {(v.table, v.row, v.field): v.value for v in values_of(applied(rules, corrected(game)))}
    ours = {(v.table, v.row, v.field): v.value for v in values_of(rules.components)}
    for table, (row, fields) in ONE_OF_EACH[game].items():
        for field, value in fields.items():
            assert found[table, row, field] == value != ours.get((table, row, field))


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_corrected_values_are_shown_everywhere(site: Site, game: str) -> None:
    """At the table, in gallery, rules, log and replay; also after the set was changed again."""
    ann, of, rules = site.browser(), corrected(game), games.game(game)
    components = applied(rules, of)
    set_ = corrected_set(ann, of)
    table, built_in = opened(ann, game, set_), opened(ann, game, "")
    for name, (row, _) in ONE_OF_EACH[game].items():
        answer = ann.put(f"/api/sets/{set_}/rows", json={"table": name, "row": row, "checked": []})
        assert answer.status_code == 200, (name, answer.text)
    assert read_set(ann.get(f"/api/sets/{set_}").json()["text"]).rows == {}

    gallery = {set_: ann.get(f"/gallery/{game}?set={set_}").text, table: ann.get(f"/gallery/{game}?table={table}").text}
    assert "Other printing, version 1, by Ann" in plain(gallery[table])
    for change in changes(rules, components):
        assert told_change(change, rules).render() in html.unescape(gallery[table])
    rows = {(name, row) for name, (row, _) in ONE_OF_EACH[game].items()}
    for figure in (f for plate in draw.gallery(game, components) for f in plate.figures if f.row in rows):
        assert figure.picture.html in gallery[table], figure.row
        assert figure_of(gallery[table], figure.id) != figure_of(gallery[set_], figure.id), figure.row
    told = ann.get(f"/rules/{game}?table={table}").text
    assert "Other printing" in told
    assert plain(told) != plain(ann.get(f"/rules/{game}?set={BUILT_IN}").text)

    log = ann.get(f"/table/{table}/log.txt").text
    header = read(log).header
    assert header.component_set == {"name": "Other printing", "version": "1", "author": "Ann"}
    assert opening(rules, header).components.digest == components.digest
    for page in (ann.get(f"/table/{table}").text, replayed(ann, log)):
        assert "Other printing, version 1, by Ann" in plain(page)
        assert re.search(ON_THE_TABLE[game], plain(page))
    assert not re.search(ON_THE_TABLE[game], plain(ann.get(f"/table/{built_in}").text))

    state = site.runtime.tables.state(site.runtime.tables.table(None, table))
    assert box(state).components.digest == components.digest
    assert box(fold(rules, header, ())).components.digest == components.digest


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_bots_judge_by_corrected_values(game: str) -> None:
    """What a bot imagines from its view has them, and its features and judgement follow."""
    rules = games.game(game)
    knows, components = knowledge_of(rules), applied(rules, corrected(game))
    theirs, ours = begun(rules, components), begun(rules, rules.components)
    imagined = rules.imagine(rules.view(theirs, 0), random.Random(1))
    assert box(imagined).components.digest == components.digest
    choice = pending(imagined)
    assert choice is not None
    assert knows.value(imagined, 0) != knows.value(ours, 0)


def test_an_engineer_is_paid_with_a_coin_at_the_table(site: Site) -> None:
    """What a copy may have and ours has not, typed into a set and played on the page."""
    ann, rules, of = site.browser(), games.game("russian-railroads"), ComponentSet("russian-railroads", "Coins")
    for engineer in rules.components.table("engineers.toml")["engineer"]:
        of = of.with_row("engineer", engineer["name"], Correction({"workers": 0, "coins": 1}, ("workers", "coins")))
    table = opened(ann, rules.id, corrected_set(ann, of))
    for _ in range(20):  # the start bonuses come first
        found = site.runtime.tables.table(None, table)
        choice = pending(found.state)
        assert choice is not None
        options = list(map(str, choice.options(found.state)))
        move = next((each for each in options if re.fullmatch(r"place engineer_public_\w+ coin", each)), options[0])
        purse = found.state.me.coins
        sent = {"action": move, "at": str(found.version), "seat": str(choice.seat(found.state)), "request_id": new_id()}
        answer = ann.post(f"/table/{table}/act", data=sent)
        assert answer.status_code in (200, 303), answer.text
        if move.startswith("place "):
            break
    after = site.runtime.tables.table(None, table)
    assert after.state.stands[0][0].startswith("engineer_public_")
    assert after.state.players[after.state.stands[0][1]].coins == purse - 1


def observed(env: environment.StellwerkEnv, name: str) -> list[int]:
    """What an agent sees of everybody's money."""
    seen = env.observe("player_0")["observation"]
    named = (each.name for each in env.observation_layout())
    return [int(seen[n]) for n, each in enumerate(named) if each.startswith("players.") and each.endswith(f".{name}")]


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_environments_are_played_with_corrected_values(tmp_path: Path, game: str) -> None:
    """PettingZoo, from the file of the set; kept in a snapshot and in what is imagined."""
    rules, file = games.game(game), tmp_path / "mine.toml"
    file.write_text(write_set(corrected(game)), "utf-8")
    digest = applied(rules, corrected(game)).digest
    env, plain_env = (environment.raw_env(game, SEATS, components=given) for given in (str(file), None))
    for each in (env, plain_env):
        each.reset(seed=3)
    assert box(env.state_).components.digest == digest
    money, most = OBSERVED[game]
    assert most in observed(env, money)
    assert most not in observed(plain_env, money)
    plain_env.restore(env.snapshot())
    (world,) = env.imagined("player_0", 1)
    for each in (plain_env, world):
        assert box(each.state_).components.digest == digest


def figure_of(page: str, id_: str) -> str:
    """A figure with its caption, without what is said of the sources."""
    found = page.partition(f'<figure id="{id_}"')[2].partition("</figure>")[0].partition(">")[2]
    return re.sub(r' doubtful|data-help="[^"]*"|href="[^"]*"', "", found)
