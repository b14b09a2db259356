"""The rule page teaches: introduction, tables, drawn examples, sections; in every language, each id once."""

from __future__ import annotations

import re
from collections import Counter

import httpx
import pytest

from stellwerk import games


def page(client: httpx.Client, name: str, language: str = "en") -> str:
    answer = client.get(f"/rules/{name}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("id_", games.ids())
def test_introduction_tables_and_drawn_examples_come_before_the_sections(client: httpx.Client, id_: str) -> None:
    html = page(client, id_)
    game = games.game(id_)
    places = [html.index(f'id="{name}"') for name in ("introduction", "tables", "examples", "all-sections")]
    assert places == sorted(places)
    for table in game.reference(game.components):
        assert f'id="table-{table.id}"' in html
    for example in game.rules.examples:
        section = html[html.index(f'id="example-{example.id}"') :].split("</section>\n")[0]
        assert f'id="example-{example.id}-' in section, "its position is drawn"
        assert "<ol" in section


@pytest.mark.parametrize("id_", games.ids())
def test_no_id_stands_twice(client: httpx.Client, id_: str) -> None:
    ids = Counter(re.findall(r'\bid="([^"]+)"', page(client, id_)))
    assert [name for name, n in ids.items() if n > 1] == []


@pytest.mark.parametrize(("language", "word"), [("de", "Ziel"), ("pl", "Cel gry")])
@pytest.mark.parametrize("id_", games.ids())
def test_the_introduction_is_translated(client: httpx.Client, id_: str, language: str, word: str) -> None:
    html = page(client, id_, language)
    assert f"<h3>{word}</h3>" in html
    assert "<h3>Aim</h3>" not in html


def test_the_rules_of_the_house_have_sections_only(client: httpx.Client) -> None:
    html = page(client, "stellwerk")
    assert 'id="introduction"' not in html
    assert '<h2 class="rule-title">' in html
