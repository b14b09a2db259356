"""Pages, API and commands say by whose rules an old game is played, and show one that cannot be folded."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stellwerk.games.yokohama.rules import GAME as YOKOHAMA
from stellwerk.study.log_commands import app
from stellwerk.table.settings import Settings
from tests.old import EXPECTED, log_of
from tests.old.test_logs import rescaled
from tests.web.conftest import Site, running

SENTENCES = {
    "en": "Played by the rules of 0.1",
    "de": "Gespielt nach den Regeln von 0.1",
    "pl": "Gra według zasad wersji 0.1",
}
UNKNOWN = "tables this program does not have"
TABLES = {row["kind"]: table for table, row in EXPECTED["tables"].items() if row["game"] == "yokohama"}
PUBLIC = TABLES["finished hot seat"]


@pytest.fixture
def site(left: Path) -> Iterator[Site]:
    with running(Settings(database=f"sqlite:///{left}", bots=1)) as found:
        yield found


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(YOKOHAMA.__dict__, "components", rescaled().components)


@pytest.fixture
def forgotten(later: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(YOKOHAMA.__dict__, "editions", tuple)


def replayed(site: Site, key: str, digest: str = "", **headers: str) -> str:
    """The page of an uploaded log; with a `digest` of tables nobody has, for it is read in a process of its own."""
    text = gzip.decompress(log_of(key).read_bytes()).decode()
    text = re.sub('# digest: ".*"', f'# digest: "{digest}"', text) if digest else text
    browser = site.browser()
    browser.get("/")
    browser.headers.update(headers)
    return browser.post("/replay", data={"text": text}, follow_redirects=True).text


@pytest.mark.usefixtures("later")
def test_table_replay_and_api_say_so(site: Site) -> None:
    for language, sentence in SENTENCES.items():
        browser = site.browser()
        assert sentence in browser.get(f"/table/{PUBLIC}", headers={"accept-language": language}).text
        assert sentence in replayed(site, "yokohama/fewest", **{"accept-language": language})
    assert site.browser().get(f"/api/tables/{PUBLIC}").json()["edition"] == "0.1"


def test_a_table_that_waits_for_players_says_so(site: Site) -> None:
    browser = site.program(EXPECTED["token"])
    for language, sentence in SENTENCES.items():
        assert sentence in browser.get(f"/table/{TABLES['waiting']}", headers={"accept-language": language}).text


def test_nothing_is_said_where_nothing_differs(site: Site) -> None:
    """Raised rules or changed tables will change this: then take another table."""
    assert (SENTENCES["en"] in site.browser().get(f"/table/{PUBLIC}").text) == (
        YOKOHAMA.editions()[0].components.digest != YOKOHAMA.components.digest or YOKOHAMA.rules_version > 1
    )


@pytest.mark.usefixtures("forgotten")
def test_what_cannot_be_folded_is_shown_as_text(site: Site) -> None:
    browser = site.browser()
    page = browser.get(f"/table/{PUBLIC}")
    assert page.status_code == 200
    assert UNKNOWN in page.text
    assert page.text.count("<li><code>") == EXPECTED["tables"][PUBLIC]["version"]
    assert UNKNOWN in browser.get(f"/api/tables/{PUBLIC}").json()["problem"]
    assert browser.get(f"/api/tables/{PUBLIC}/view").status_code == 409
    assert len(browser.get(f"/table/{PUBLIC}/log.txt").text.splitlines()) > EXPECTED["tables"][PUBLIC]["version"]
    shown = replayed(site, "yokohama/most", "0123456789abcdef")
    assert UNKNOWN in shown
    assert shown.count("<li><code>") == EXPECTED["logs"]["yokohama/most"]["entries"]


@pytest.mark.usefixtures("forgotten")
def test_no_page_of_a_player_with_such_a_table_breaks(site: Site) -> None:
    browser = site.program(EXPECTED["token"])
    for path in ("/api/tables", "/api/turns", "/api/me"):
        assert browser.get(path).status_code == 200
    for table in TABLES.values():
        for path in ("", "/view", "/options", "/log", "/scores", "/chat"):
            assert browser.get(f"/api/tables/{table}{path}").status_code < 500
        for path in ("", "/log.txt", "/figures", "/log?before=3"):
            assert browser.get(f"/table/{table}{path}").status_code < 500
        assert browser.post(f"/table/{table}/parts", json={}).status_code < 500


@pytest.mark.usefixtures("later")
def test_the_command_says_so_beside_its_output() -> None:
    for language, sentence in SENTENCES.items():
        done = CliRunner().invoke(app, ["replay", str(log_of("yokohama/fewest")), "--verify", "--lang", language])
        assert (done.exit_code, sentence in done.output) == (0, True)


@pytest.mark.usefixtures("forgotten")
def test_the_command_shows_what_it_cannot_fold() -> None:
    done = CliRunner().invoke(app, ["replay", str(log_of("yokohama/fewest"))])
    assert done.exit_code == 1
    assert UNKNOWN in done.output.replace("\n", " ")
    assert len(done.output.splitlines()) > EXPECTED["logs"]["yokohama/fewest"]["entries"]
