"""Studies and libraries on the site: who may see what, files of strangers, addresses of moves."""

from __future__ import annotations

import gzip
import io
import json
import re
import sqlite3
import zipfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from xml.etree import ElementTree

import httpx
import pytest
from sqlalchemy import select

from stellwerk import draw
from stellwerk.core.log import Record, write
from stellwerk.core.text import ENGLISH
from stellwerk.games import game, ids
from stellwerk.study.library.bulk import members
from stellwerk.study.library.reading import Unfit
from stellwerk.table import Person
from stellwerk.table.storage import schema
from stellwerk.web.view import study_files
from stellwerk.web.view.libraries import Libraries, _safe
from tests.study.conformance import EDGE, GAMES, fresh
from tests.web.conftest import Site, code, linked, opened

SHORT = "t1_end_game_200"
WHOLE = "selfplay_3p_002002"
LOG = write(Record.new(game("yokohama"), 2))


def taken_in(client: httpx.Client, *names: str, **files: bytes) -> list[dict[str, Any]]:
    sent = [(name, {**GAMES, **EDGE}[name].read_bytes()) for name in names]
    sent += list(files.items())
    parts = [("file", (f"{name}.json.gz", data)) for name, data in sent]
    answer = client.post("/study", files=parts, headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()
    return rows


def ready(client: httpx.Client, url: str) -> httpx.Response:
    """The page with its study: the parts wait for it."""
    assert client.get(f"{url}/parts").status_code == 200
    return client.get(url)


# --- the library -----------------------------------------------------------------------------------------------------


def test_files_go_into_ones_own_library_and_are_found_there(client: httpx.Client, site: Site) -> None:
    rows = taken_in(client, SHORT, "t6_poor", broken=b"{}")
    assert [row["status"] for row in rows] == ["new", "new", "unfit"]
    assert taken_in(client, SHORT)[0]["status"] == "known"
    page = client.get("/study", params={"ending": "by hand"}).text
    assert "/study/game/1" in page
    assert "/study/game/2" not in page
    assert "broken.json.gz" in page
    assert client.get("/study", params={"player": "nobody"}).text.count("/study/game/") == 0


def test_players_of_one_name_are_told_apart_in_the_moves_too(client: httpx.Client) -> None:
    game = fresh("t6_poor")
    for player in game["players"][:2]:
        player["name"] = "Bot"
    assert taken_in(client, bots=json.dumps(game).encode())[0]["status"] == "new"
    page = ready(client, "/study/game/1").text
    assert "Bot (1): pass" in page
    assert "Bot (2): pass" in page


@pytest.mark.parametrize("bound", ["each", "total"])
def test_a_library_is_bounded_before_a_file_is_read(client: httpx.Client, site: Site, bound: str) -> None:
    assert taken_in(client, SHORT)[0]["status"] == "new"
    libraries: Libraries = site.state.libraries
    setattr(libraries, bound, 1)
    (row,) = taken_in(client, "t6_poor")
    assert row["status"] == "unfit"
    assert row["problem"] in ("a library here has at most 0 MB", "the libraries of this server are full")
    setattr(libraries, bound, 0)
    assert taken_in(client, "t6_poor")[0]["status"] == "new"


def test_a_library_is_private(client: httpx.Client, site: Site) -> None:
    taken_in(client, SHORT)
    other = site.browser()
    assert other.get("/study/game/1").status_code == 404
    other.post("/api/guest")
    assert other.get("/study/game/1").status_code == 404
    assert "/study/game/1" not in other.get("/study").text
    assert other.get("/study/library.sqlite").status_code in (401, 404)


def test_an_archive_is_unpacked_and_a_bomb_is_not(client: httpx.Client) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("good.json.gz", EDGE["t6_poor"].read_bytes())
        archive.writestr("bad.json", "no game")
    assert [row["status"] for row in taken_in(client, all=made.getvalue())] == ["new", "unfit"]
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(8):
            archive.writestr(f"{n}.json", bytes(20_000_000))
    assert [row["status"] for row in taken_in(client, bomb=bomb.getvalue())] == ["unfit"]
    assert taken_in(client, deep=gzip.compress(bytes(30_000_000)))[0]["status"] == "unfit"


def test_no_archive_however_damaged_is_a_crash() -> None:
    for kind in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", kind) as archive:
            archive.writestr("ü.log", bytes(range(256)) * 9)
        for number in range(300):
            rng, data = Random(number), bytearray(made.getvalue())
            for _ in range(rng.choice((1, 2, 5))):
                data[rng.randrange(4, len(data))] = rng.randrange(256)
            with suppress(Unfit):
                list(members("a.zip", bytes(data)))


def test_a_game_of_a_library_is_followed_in_a_process_of_its_own(
    client: httpx.Client, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes long to follow held the web process, as often as somebody looked at it."""
    taken_in(client, SHORT)
    asked: list[str] = []
    readers = site.state.readers
    monkeypatch.setattr(readers, "read", partial(_noted, asked, readers.read))
    monkeypatch.setattr(readers, "shelve", partial(_noted, asked, readers.shelve))
    assert client.get("/study/game/1").status_code == 200
    assert client.get("/study/game/1/picture.svg").status_code == 200
    assert asked == ["read"]
    kept = client.post(
        f"/study/keep/file/{client.post('/replay', data={'text': LOG}).headers['location'].split('/')[2]}"
    )
    assert kept.status_code == 303
    assert asked == ["read", "read", "shelve"]


def _noted(asked: list[str], ask: Any, *order: Any) -> Any:
    asked.append(ask.__name__)
    return ask(*order)


def test_words_in_a_full_library_and_ended_links_leave_nothing(client: httpx.Client, site: Site) -> None:
    taken_in(client, SHORT)
    libraries: Libraries = site.state.libraries
    for _ in range(3):
        assert client.post("/study/library/1/share", data={"do": "begin"}).status_code == 303
        assert len(list((libraries.folder / "shared").iterdir())) == 1
        assert client.post("/study/library/1/share", data={"do": "end"}).status_code == 303
        assert not list((libraries.folder / "shared").iterdir())
    libraries.each = 1
    for path, words in (("/study/library/1", {"note": "x"}), ("/study/library/1/comment", {"at": "1", "text": "x"})):
        assert client.post(path, data=words).status_code == 409
    assert client.post("/study/library/1", data={"do": "remove"}).status_code == 303
    assert client.post("/study/library/-99999999999999999999999/share").status_code == 404


def test_notes_and_tags_are_written_and_a_game_is_taken_out(client: httpx.Client) -> None:
    taken_in(client, "t6_poor")
    client.post("/study/library/1", data={"tags": "poor, opening", "note": "<b>no</b> money"})
    page = client.get("/study/game/1").text
    assert "opening, poor" in page
    assert "&lt;b&gt;no&lt;/b&gt; money" in page
    client.post("/study/library/1", data={"do": "remove"})
    assert client.get("/study/game/1").status_code == 404
    assert client.post("/study/library/1", data={"do": "remove"}).status_code == 404


def test_the_library_is_a_file_one_can_take_along(client: httpx.Client, tmp_path: Path) -> None:
    taken_in(client, "t6_poor")
    (tmp_path / "mine.sqlite").write_bytes(client.get("/study/library.sqlite").content)
    db = sqlite3.connect(tmp_path / "mine.sqlite")
    assert db.execute("SELECT count(*) FROM game").fetchone() == (1,)
    db.close()


def test_a_library_belongs_to_everything_that_is_stored_about_one(client: httpx.Client, site: Site) -> None:
    opened(client)
    assert client.get("/api/me/everything").json()["library"] == []
    taken_in(client, "t6_poor")
    client.post("/study/library/1", data={"tags": "opening", "note": "words of mine"})
    client.post("/study/library/1/comment", data={"at": "1", "text": "a comment of mine"})
    client.post("/study/library/1/share", data={"names": "hidden"})
    (game,) = client.get("/api/me/everything").json()["library"]
    assert (game["tags"], game["note"]) == (["opening"], "words of mine")
    assert game["comments"][0]["text"] == "a comment of mine"
    assert game["shared"]["names"] is False
    assert client.get("/settings/everything.json").json()["library"] == [game]


def test_nobody_names_the_file_of_a_library() -> None:
    for name in ("../other", "", "a/b", "a.b"):
        with pytest.raises(ValueError):
            _safe(name)
    assert Libraries(Path("/nowhere")).of("someone") is None


# --- the study -------------------------------------------------------------------------------------------------------


def test_a_study_has_stage_moves_charts_and_tables(client: httpx.Client) -> None:
    taken_in(client, WHOLE)
    page = ready(client, "/study/game/1")
    for id_ in ("course", "wealth", "prices", "income", "trains", "certificates", "ownership", "runs"):
        assert f'<article id="{id_}"' in page.text
    assert 'href="/study/game/1?at=100#stage"' in page.text
    assert page.text.count('<li id="m') > 300
    assert not re.search(r"<[^>]+\bstyle=", page.text)


def test_the_address_names_the_position(client: httpx.Client) -> None:
    taken_in(client, WHOLE)
    early, late = client.get("/study/game/1?at=30"), client.get("/study/game/1")
    assert 'data-at="30"' in early.text
    assert early.text != late.text
    change = client.get("/study/game/1/position", params={"at": 31, "since": 30}).json()
    assert change["at"] == 31
    assert change["said"]
    assert client.get("/study/game/1?at=999999").status_code == 200


def test_every_chart_is_there_as_svg_csv_and_table(client: httpx.Client) -> None:
    taken_in(client, WHOLE)
    page = ready(client, "/study/game/1").text
    parts = set(re.findall(r"/study/game/1/part/([\w-]+)\.csv", page))
    assert len(parts) >= 10
    assert set(re.findall(r'<article id="([\w-]+)"', page)) <= parts  # tables too
    for part in parts:
        csv = client.get(f"/study/game/1/part/{part}.csv")
        assert csv.headers["content-type"].startswith("text/csv")
        assert "<table" in client.get(f"/study/game/1/part/{part}.table").text
    for part in re.findall(r"/study/game/1/part/([\w-]+)\.svg", page):
        picture = client.get(f"/study/game/1/part/{part}.svg")
        assert ElementTree.fromstring(picture.text).tag.endswith("svg")
        assert "unsafe-inline" in picture.headers["content-security-policy"]
        assert "script-src" not in picture.headers["content-security-policy"]
    assert client.get("/study/game/1/part/nothing.csv").status_code == 404


def test_a_position_is_a_picture_that_stands_alone(client: httpx.Client) -> None:
    taken_in(client, WHOLE)
    early, late = (client.get("/study/game/1/picture.svg", params={"at": at}) for at in (10, 400))
    for picture in (early, late):
        assert picture.headers["content-type"] == "image/svg+xml"
        tree = ElementTree.fromstring(picture.text)
        assert tree.find("{http://www.w3.org/2000/svg}style") is not None
    assert early.text != late.text


@pytest.mark.parametrize("id_", ids())
def test_every_title_has_a_position_as_a_picture_with_its_icons(id_: str) -> None:
    """A board that is words with signs in between is no picture; every sign a picture uses stands in it."""
    record = Record.new(game(id_), 3, names=("Anna", "Bert", "Cleo"))
    drawn = draw.board(id_, record.game.view(record.state, None), ENGLISH, record.header.names)
    perspective = SimpleNamespace(drawing=lambda reader: drawn, game=record.game)
    text = study_files.position_file(cast("Any", perspective), cast("Any", None))
    assert float(ElementTree.fromstring(text).attrib["width"]) >= study_files.LEAST
    used = set(re.findall(r'href="#([^"]+)"', text))
    assert used <= set(re.findall(r' id="([^"]+)"', text))


def test_the_whole_study_is_one_file_without_anything_from_outside(client: httpx.Client) -> None:
    taken_in(client, WHOLE)
    answer = client.get("/study/game/1/whole.html")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert not re.search(r"""(src|href)=["']?(https?:)?/""", answer.text)
    assert "@import" not in answer.text
    assert "url(" not in study_files.styles("1880").replace("url(#", "")
    assert '<article id="runs"' in answer.text
    targets = set(re.findall(r'href="#(m\d+)"', answer.text))
    assert targets - {"m0"} <= set(re.findall(r'id="(m\d+)"', answer.text))


def test_try_from_here_makes_a_table_of_ones_own(client: httpx.Client) -> None:
    taken_in(client, WHOLE)
    for company, status in (("me", "running"), ("friends", "waiting")):
        answer = client.post("/study/game/1/branch", data={"at": "100", "with": company})
        assert answer.status_code == 303
        table = answer.headers["location"].rpartition("/")[2]
        assert client.get(f"/api/tables/{table}").json()["status"] == status


def test_a_dropped_file_is_studied_without_being_kept(client: httpx.Client) -> None:
    answer = client.post("/replay", files={"file": ("game.json.gz", EDGE[SHORT].read_bytes())})
    key = answer.headers["location"].split("/")[2]
    assert "course" in ready(client, f"/study/file/{key}").text
    assert client.post(f"/study/keep/file/{key}").headers["location"] == "/study/game/1"
    assert client.get("/study/game/1").status_code == 200
    assert client.get("/study/file/nothing").status_code == 404


def test_a_running_table_is_studied_with_ones_own_eyes(client: httpx.Client, site: Site) -> None:
    made = client.post(
        "/api/tables", json={"game": "yokohama", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    )
    table = made.json()["table"]
    page = ready(client, f"/study/table/{table}")
    assert "course" in page.text
    assert code(client.post(f"/study/table/{table}/branch", data={"at": "1"}))[0] == 403
    assert client.get(f"/study/table/{table}/log.txt").status_code == 403
    assert client.post(f"/study/keep/table/{table}").status_code == 403


def test_a_table_without_spectators_is_nobody_elses_study(client: httpx.Client, site: Site) -> None:
    table, _ = linked(client, spectators=False)
    assert site.browser().get(f"/study/table/{table}").status_code == 404
    assert client.get("/study/nothing/1").status_code == 404


def test_a_table_is_set_up_with_the_readings_of_another_site(client: httpx.Client, site: Site) -> None:
    assert "<option>18xx.games</option>" in client.get("/new/1880").text
    assert 'name="profile"' not in client.get("/new/yokohama").text
    seats = {f"seat-{n}": "me" for n in range(3)}
    for profile, wanted in (("18xx.games", True), ("", False)):
        form = {"seats": "3", "mode": "hotseat", "variants": "shown", "profile": profile, **seats}
        answer = client.post("/new/1880", data=form)
        assert answer.status_code == 303, answer.text
        log = client.get(f"{answer.headers['location']}/log.txt").text
        assert (f'"free_row": {str(wanted).lower()}') in log


def test_many_switches_stand_under_headings_that_the_game_gives(client: httpx.Client) -> None:
    page = client.get("/new/1880").text
    groups = re.findall(r"<fieldset[^>]*switch-group[^>]*><legend>(.*?)</legend>(.*?)</fieldset>", page, re.DOTALL)
    assert [heading for heading, _ in groups][:2] == ["The auction", "Companies, shares and debt"]
    assert sum(body.count('name="variant-') for _, body in groups) == page.count('name="variant-') > 25
    assert "switch-group" not in client.get("/new/yokohama").text


def test_statistics_of_ones_own_library(client: httpx.Client, site: Site) -> None:
    taken_in(client, WHOLE, SHORT)
    page = client.get("/stats", params={"players": "Player 1, Player 2"})
    assert page.status_code == 200
    for id_ in ("seats", "lengths", "1880-private", "players", "head-to-head"):
        assert f'id="{id_}"' in page.text
    assert client.get("/stats/seats.csv").text.startswith("\ufeffgame")
    assert client.get("/stats/frame.csv").text.startswith("id,game")
    assert "Player 1" not in client.get("/stats").text
    assert site.browser().get("/stats/frame.csv").status_code == 404
    assert "<article" not in site.browser().get("/stats").text
    assert "2 games with as many players" not in client.get("/study/game/1").text


def test_libraries_go_with_their_owner_or_unused(client: httpx.Client, site: Site) -> None:
    libraries: Libraries = site.state.libraries
    opened(client)
    with site.runtime.store.reading() as conn:
        me = conn.execute(select(schema.people.c.id)).scalar_one()
    file = libraries.folder / f"{me}.sqlite"
    assert libraries.of(me, make=True) is not None
    libraries.tidy(site.runtime.store, 365)
    assert file.exists()
    real = site.runtime.store.now
    site.runtime.store.now = lambda: real() + 366 * 86_400_000
    libraries.tidy(site.runtime.store, 0)
    assert file.exists()
    libraries.tidy(site.runtime.store, 365)
    assert not file.exists()
    site.runtime.store.now = real
    assert libraries.of(me, make=True) is not None
    site.runtime.members.delete(Person(me, "", guest=True), "")
    for chore in site.runtime.worker.chores:
        chore()
    assert not list(libraries.folder.glob(f"{me}*"))
