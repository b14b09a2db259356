"""The example bot plays whole games, at a table of its own and on a seat it was given a link to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx

from tests.web.conftest import Site, linked

SCRIPT = Path(__file__).parent.parent.parent / "examples" / "bot.py"


def run(*args: str) -> str:
    done = subprocess.run([sys.executable, SCRIPT, *args], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_is_short() -> None:
    code = [line for line in SCRIPT.read_text().splitlines() if line.strip()]
    assert len(code) <= 60


def test_a_whole_game_against_a_bot_of_the_server(site: Site) -> None:
    said = run(site.url, "russian-railroads")
    assert "'rank': 1" in said
    with site.runtime.store.reading() as conn:
        rows = conn.exec_driver_sql("SELECT status, version FROM tables").all()
    assert rows[0].status == "over"
    assert rows[0].version > 100


def test_a_seat_by_its_link(client: httpx.Client, site: Site) -> None:
    table, token = linked(client)
    running = subprocess.Popen(
        [sys.executable, SCRIPT, site.url, f"{site.url}/seat/{token}"], stdout=subprocess.PIPE, text=True
    )
    while (info := client.get(f"/api/tables/{table}").json())["status"] != "running":
        pass
    client.post(f"/api/tables/{table}/act", json={"action": "keep", "at": info["version"], "request_id": "r"})
    said, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    assert "'rank'" in said
