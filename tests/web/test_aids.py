"""The tables of 1880 over HTTP: from the view and the events these eyes have read, in every language."""

from __future__ import annotations

import re

import httpx
import pytest

from stellwerk.games.china1880.rules.state import China
from tests.games.china1880.scenes import circle, company, scene
from tests.web.china import table
from tests.web.conftest import Site, opened
from tests.web.test_running import LONG, railway


@pytest.fixture
def place(site: Site, client: httpx.Client) -> str:
    """BCR has run for 150 and paid: 45 for Anna, 15 for Ben."""
    place = table(site, client, railway(trains=("8",)))
    act(client, place, "pass", "pass", f"run 8:{LONG}", "pay-out")
    return place


def act(client: httpx.Client, place: str, *lines: str) -> None:
    for at, line in enumerate(lines):
        answer = client.post(f"/api/tables/{place}/act", json={"action": line, "at": at, "request_id": f"act-{at:04}"})
        assert answer.status_code == 200, answer.text


def rows(page: str, caption: str) -> list[list[str]]:
    """A table as texts, by its caption."""
    body = page.split(f"<caption>{caption}")[1].split("</table>")[0].split("<tbody>")[1]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in body.split("</tr>")]
    plain = [[" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row] for row in cells if row]
    return [row for row in plain if row]


def shown(client: httpx.Client, place: str, **values: object) -> str:
    answer = client.get(f"/table/{place}/aids", params=values)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    return answer.text


def test_players_with_cash_liquidity_certificates_and_income(client: httpx.Client, place: str) -> None:
    anna, ben, *_ = rows(shown(client, place), "Players")
    assert anna[0] == "Anna"
    assert anna[1] == "1045"
    assert int(anna[2]) > 1045
    assert anna[4] == "2/16"
    assert (anna[5], ben[5]) == ("45", "15")


def test_companies_with_director_price_trains_and_capital(client: httpx.Client, place: str) -> None:
    (bcr,) = rows(shown(client, place), "Companies")
    assert bcr[:2] == ["BCR BCR", "Anna"]
    assert bcr[4] == "8"
    assert bcr[6] == "one half"


def test_income_per_share(client: httpx.Client, place: str) -> None:
    (bcr,) = rows(shown(client, place), "Income per share, by the last turn of each company")
    assert bcr == ["BCR BCR", "150", "15", "45", "15", "0", "0"]


def test_cash_after_a_forced_purchase(site: Site, client: httpx.Client) -> None:
    s: China = scene(phase="B1", cash=100)
    company(s, "BCR", {0: 30}, treasury=20, permits="")
    company(s, "QSR", {1: 30}, par=90, treasury=500, trains=("3",), permits="")
    page = shown(client, table(site, client, circle(s, "BCR")))
    bcr, qsr = rows(page, "If the company had to buy a 3-train for ¥180 now")
    assert bcr[0] == "BCR BCR must buy"
    assert bcr[1:5] == ["0", "Anna", "100", "0"]
    assert bcr[5].startswith("90 or sell for up to ¥")
    assert qsr[1:] == ["320", "Ben", "–", "100", "–"]


def test_income_by_round_and_by_turn(client: httpx.Client, place: str) -> None:
    page = shown(client, place)
    assert rows(page, "Income by round")[0] == ["Anna", "45", "45"]
    assert rows(page, "Income by turn, the latest first")[0][1:4] == ["BCR", "150", "45"]


def test_a_company_that_will_float_says_so(site: Site, client: httpx.Client) -> None:
    s = scene(phase="A2")
    company(s, "BCR", {0: 30}, trains=("2",))
    company(s, "QSR", {1: 30}, floated=False)
    company(s, "NJR", {1: 20}, par=80, floated=False)
    page = shown(client, table(site, client, circle(s, "BCR")))
    states = {row[0][:3]: row[-1] for row in rows(page, "Companies")}
    assert states["QSR"] == "floats at the end of the share round"
    assert states["NJR"] in ("not floated yet", "floats at the end of the share round")


def test_tables_of_the_past(client: httpx.Client, place: str) -> None:
    page = shown(client, place, version=0)
    assert rows(page, "Players")[0][1] == "1000"
    assert "Income by round" not in page


@pytest.mark.parametrize(("language", "words"), [("de", "Einkommen je Anteil"), ("pl", "Dochód na udział")])
def test_tables_in_every_language(client: httpx.Client, place: str, language: str, words: str) -> None:
    client.cookies.set("lang", language)
    page = shown(client, place)
    assert words in page
    for english in ("certificates", "Companies", "treasury after", "Income by"):
        assert english not in page


def test_only_1880_has_them(client: httpx.Client) -> None:
    other = opened(client)
    assert client.get(f"/table/{other}/aids").status_code == 404
    assert "tab-aids" not in client.get(f"/table/{other}").text


def test_tables_of_a_replay(client: httpx.Client, place: str) -> None:
    log = client.get(f"/table/{place}/log.txt").text
    answer = client.post("/replay", data={"text": log}, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    page = client.get(f"{answer.url.path}/aids").text
    assert rows(page, "Players")[0][1] == "1045"
    assert rows(client.get(f"{answer.url.path}/aids?version=0").text, "Players")[0][1] == "1000"
