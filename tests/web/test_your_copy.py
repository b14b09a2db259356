"""Before a table is opened and in the gallery it is said what of the game is reconstructed."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from stellwerk import games
from stellwerk.table.settings import Settings
from tests.web.conftest import running


def line(client: httpx.Client, address: str, language: str = "en") -> str | None:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    found = re.search(r'<p class="[^"]*" id="guessed">(.*?)</p>', answer.text)
    return found[1] if found else None


@pytest.mark.parametrize("page", ["new", "gallery"])
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Order cards: 35 of 36"), ("de", "Auftragskarten: 35 von 36"), ("pl", "Karty zamówień: 35 z 36")],
)
def test_what_is_reconstructed_is_counted(client: httpx.Client, page: str, language: str, words: str) -> None:
    assert words in (line(client, f"/{page}/yokohama", language) or "")


def test_the_line_at_set_up_leads_to_the_gallery(client: httpx.Client) -> None:
    assert 'href="/gallery/yokohama"' in (line(client, "/new/yokohama") or "")
    assert "Correct this" in (line(client, "/gallery/yokohama") or "")


def test_the_gallery_counts_what_is_not_verified(client: httpx.Client) -> None:
    assert "257 verified, 3 told by a single source, 289 reconstructed" in client.get("/gallery/yokohama").text


@pytest.mark.parametrize("page", ["new", "gallery"])
def test_a_game_of_verified_values_has_no_such_line(client: httpx.Client, page: str) -> None:
    assert line(client, f"/{page}/1880") is None


def test_a_site_with_corrected_tables_counts_those(tmp_path: Path) -> None:
    own = tmp_path / "copy" / "yokohama"
    own.mkdir(parents=True)
    orders = games.game("yokohama").components.files["orders.toml"]
    (own / "orders.toml").write_text(orders.replace('source = "reconstructed"', 'source = "rulebook"'), "utf-8")
    settings = Settings(database=f"sqlite:///{tmp_path}/s.sqlite", components=str(own.parent), bots=1, bot_seconds=1)
    with running(settings) as site:
        browser = site.browser()
        told = line(browser, "/new/yokohama") or ""
        lessons = {game: browser.get(f"/learn/{game}").text for game in ("yokohama", "1880")}
    assert "Building-site cards" in told
    assert "Order cards" not in told
    assert ['id="lesson-tables"' in page for page in lessons.values()] == [True, False]
