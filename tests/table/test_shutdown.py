"""A server that is stopped ends at once and in order; one that is killed leaves no process behind."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import psutil
import pytest

from stellwerk.table import Person
from stellwerk.table.runtime import Runtime
from stellwerk.table.settings import Settings
from tests import patience
from tests.table.conftest import server

HOTSEAT = {"game": "yokohama", "seats": [{"kind": "me"}, {"kind": "me"}], "hotseat": True}
BOTS = {"game": "yokohama", "seats": [{"kind": "bot", "bot": "random"}] * 2}


def token(url: str) -> httpx.Client:
    made = httpx.post(f"{url}/api/tokens", json={"name": "t"}, timeout=patience.SECONDS).json()["token"]
    return httpx.Client(base_url=url, headers={"Authorization": f"Bearer {made}"}, timeout=patience.SECONDS)


def gone(processes: list[psutil.Process]) -> bool:
    return psutil.wait_procs(processes, timeout=patience.SECONDS)[1] == []


def test_open_streams_do_not_keep_a_server_that_is_stopped(tmp_path: Path, free_port: int) -> None:
    database, log = f"sqlite:///{tmp_path}/s.sqlite", tmp_path / "log"
    url = f"http://127.0.0.1:{free_port}"
    with server(database, free_port, log) as process, ExitStack() as stack:
        client = stack.enter_context(token(url))
        table = client.post("/api/tables", json=HOTSEAT).json()["table"]
        streams = [stack.enter_context(client.stream("GET", f"/api/events?watch={table}")) for _ in range(3)]
        lines = [stream.iter_lines() for stream in streams]
        assert [next(each) for each in lines] == ["retry: 2000"] * 3
        offer = client.get(f"/api/tables/{table}/options").json()
        body = {"action": offer["options"][0]["action"], "at": offer["version"], "request_id": "r"}
        acknowledged = client.post(f"/api/tables/{table}/act", json=body).json()["version"]
        process.send_signal(signal.SIGTERM)
        rest = [list(each) for each in lines]
        assert all("event: log" in heard for heard in rest)
        soon = [int(line.removeprefix("retry: ")) for heard in rest for line in heard if line.startswith("retry: ")]
        assert len(soon) == 3
        assert max(soon) < 2000  # a server that goes tells browsers to come back at once
        assert process.wait(60) in (0, -signal.SIGTERM)
    assert "graceful shutdown exceeded" not in log.read_text()
    runtime = Runtime(Settings(database=database, bots=1))
    info = runtime.tables.info(Person("x", "x"), table)
    runtime.close()
    assert info.version == acknowledged


def test_bots_of_a_server_that_was_killed_end_with_it(tmp_path: Path, free_port: int) -> None:
    with server(f"sqlite:///{tmp_path}/s.sqlite", free_port, tmp_path / "log") as process:
        url = f"http://127.0.0.1:{free_port}"
        with token(url) as client:
            table = client.post("/api/tables", json=BOTS).json()["table"]
            while client.get(f"/api/tables/{table}").json()["version"] < 30:
                time.sleep(0.1)
        while not (workers := psutil.Process(process.pid).children(recursive=True)):
            time.sleep(0.1)  # the pool is between two of them
        process.kill()
        process.wait()
        assert gone(workers)


@pytest.mark.slow
def test_web_processes_whose_parent_was_killed_end_too(
    postgres: Callable[[bool], str], tmp_path: Path, free_port: int
) -> None:
    with server(postgres(True), free_port, tmp_path / "log", "--workers", "2") as process:
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) >= 2
        process.kill()
        process.wait()
        assert gone(children)
