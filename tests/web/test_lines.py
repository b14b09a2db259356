"""A text told by another: what is put together from the pieces is the text, and what stays is not sent."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stellwerk.web
from stellwerk.web.view.lines import by_lines, together
from tests.web.conftest import Site, opened

SCRIPT = Path(stellwerk.web.__file__).parent / "static" / "table" / "lines.js"
texts = st.lists(st.sampled_from(["", "a", "b", "c", "\U0001f682"]), max_size=12).map("\n".join)


@given(texts, texts)
def test_the_pieces_make_the_text(old: str, new: str) -> None:
    assert together(old, by_lines(old, new)) == new


def test_a_line_more_above_and_one_less_below() -> None:
    assert by_lines("head\n3\n2\n1\nfoot", "head\n4\n3\n2\nfoot") == [(0, 1), "4", (1, 3), (4, 5)]


@pytest.mark.parametrize(
    ("old", "new"), [("", ""), ("a\n\U0001f682 b\nc", "x\nc\n\U0001f682 b\n"), ("a\nb\nc", "b\nc\nd"), ("a", "")]
)
def test_the_page_puts_it_together_likewise(old: str, new: str) -> None:
    told = json.dumps([old, by_lines(old, new)])
    asked = (
        f"import {{ together }} from {json.dumps(SCRIPT.as_uri())}; console.log(JSON.stringify(together(...{told})))"
    )
    done = subprocess.run(["node", "--input-type=module", "-e", asked], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == new


def sent(client: httpx.Client, table: str, **known: object) -> dict[str, list[object]]:
    answer = client.post(f"/table/{table}/parts", json=known)
    assert answer.is_success, answer.text
    parts: dict[str, list[object]] = answer.json()["parts"]
    return parts


def test_only_a_page_that_has_kept_a_text_is_told_by_it(client: httpx.Client) -> None:
    table = opened(client)
    digest, html = sent(client, table)["log"]
    assert "log" not in sent(client, table, have={"log": digest}, kept=["log"])
    offer = client.get(f"/api/tables/{table}/options").json()
    move = {"action": offer["options"][0]["action"], "at": offer["version"], "request_id": "r1"}
    assert client.post(f"/api/tables/{table}/act", json=move).is_success
    whole = sent(client, table, have={"log": digest})["log"]
    told = sent(client, table, have={"log": digest}, kept=["log"])["log"]
    assert told[0] == whole[0]
    assert told[2] == digest
    assert together(str(html), told[1]) == whole[1]  # type: ignore[arg-type]


def test_nobody_is_told_by_what_others_were_sent(site: Site, client: httpx.Client) -> None:
    """A stranger who guesses a digest must not learn that somebody was sent such a text."""
    table = opened(client)
    digest, _ = sent(client, table)["ask"]
    stranger = site.browser()
    stranger.post("/api/tables", json={"game": "sample", "seats": [{"kind": "me"}] * 2, "hotseat": True})
    assert len(sent(stranger, table, have={"ask": digest}, kept=["ask"])["ask"]) == 2


@pytest.mark.parametrize(
    "known", [{"kept": 5, "have": 7}, {"kept": [[]], "have": {"log": []}}, {"kept": "log", "have": []}]
)
def test_nonsense_is_answered_with_everything(client: httpx.Client, known: dict[str, object]) -> None:
    assert len(sent(client, opened(client), **known)["log"]) == 2
