"""Behind the real nginx and Caddy, with the configurations we give to operators."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

import httpx
import psutil
import pytest

from bench import proxies
from bench.wire import Server, free_port
from stellwerk.client import Client
from stellwerk.web.http import middleware
from tests import patience
from tests.web.conftest import Site, linked, opened


@pytest.fixture(params=proxies.PROXIES)
def kind(request: pytest.FixtureRequest) -> str:
    if proxies.found(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    return str(request.param)


@pytest.fixture
def proxy(site: Site, tmp_path: Path, kind: str) -> Iterator[str]:
    """The address of a proxy in front of the site, without TLS."""
    port, (inner,) = free_port(), re.findall(r":(\d+)$", site.url)
    with proxies.proxied(kind, tmp_path, port, [int(inner)]):
        yield f"http://127.0.0.1:{port}"


def test_nothing_of_a_proxy_is_left_behind(site: Site, tmp_path: Path, kind: str) -> None:
    (inner,) = re.findall(r":(\d+)$", site.url)
    with proxies.proxied(kind, tmp_path, free_port(), [int(inner)]) as process:
        below = psutil.Process(process.pid).children(recursive=True)
    assert psutil.wait_procs(below, timeout=patience.SECONDS)[1] == []


@pytest.mark.parametrize("api", ["/api", "/api/v1"])
def test_a_table_is_played_and_heard_of_through_a_proxy(
    site: Site, proxy: str, api: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", middleware.LOG.name)
    client = site.browser()
    client.base_url = httpx.URL(proxy)
    table = opened(client)
    _, token = linked(client)
    for path in ("seat", "api/seat", "api/v1/seat"):
        assert client.get(f"/{path}/{token}").status_code == 200
    with client.stream("GET", f"{api}/events") as stream:
        lines = stream.iter_lines()
        assert next(lines)  # at once: nothing is held back
        act = {"action": "keep", "at": 2, "request_id": "r"}
        assert client.post(f"{api}/tables/{table}/act", json=act).status_code == 200
        heard = next(json.loads(line[6:]) for line in lines if line.startswith("data: "))
    assert (heard["table"], heard["version"] >= 3) == (table, True)
    logged = (tmp_path / "access.log").read_text()
    assert "/api/tables" in logged
    assert token not in logged
    assert {json.loads(each.message)["from"] for each in caplog.records if each.name == "stellwerk.access"} == {
        "127.0.0.1"
    }


@contextmanager
def several(database: str, number: int) -> Iterator[list[Server]]:
    """Web processes on one database, each at a port of its own."""
    with ExitStack() as stack:
        servers = [Server(database) for _ in range(number)]
        for server in servers:
            server.start()
            stack.callback(server.stop)
        yield servers


class Restless(Thread):
    """Plays at hot-seat tables without a pause, and takes every answer that is none for a failure."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.site, self.leaving, self.acknowledged = Client(url, patience=0), Event(), 0
        self.site.sign_in_as_guest("somebody who plays on")
        self.sit_down()

    def sit_down(self) -> None:
        self.table = self.site.open_table("yokohama", [{"kind": "me"}] * 2, hotseat=True)["table"]

    def run(self) -> None:
        while not self.leaving.is_set():
            offer = self.site.options(self.table)
            if not offer["options"]:
                self.sit_down()
                continue
            answer = self.site.act(self.table, offer["options"][0]["action"], offer["version"])
            self.version = answer["version"]
            self.acknowledged += 1

    def plays_on(self) -> bool:
        before, end = self.acknowledged, time.monotonic() + patience.SECONDS
        while self.is_alive() and self.acknowledged == before and time.monotonic() < end:
            time.sleep(0.01)
        return self.acknowledged > before


def test_nginx_takes_our_file_as_it_is_but_for_the_certificate(tmp_path: Path) -> None:
    """TLS and all: whoever gives it a name and a certificate is done."""
    nginx, openssl = proxies.found("nginx"), shutil.which("openssl")
    if nginx is None or openssl is None:
        pytest.skip("nginx or openssl is not installed")
    made = f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=games.example.org -keyout {tmp_path}/privkey.pem"
    subprocess.run([openssl, *made.split(), "-out", f"{tmp_path}/fullchain.pem"], check=True, capture_output=True)
    ours = (proxies.DEPLOY / "nginx.conf").read_text("utf-8")
    changes = {
        "/etc/letsencrypt/live/games.example.org": str(tmp_path),
        "/var/log/nginx": str(tmp_path),
        "listen 80": f"listen {free_port()}",
        "listen 443": f"listen {free_port()}",
    }
    whole = f"pid {tmp_path}/pid; events {{}} http {{ {proxies.replaced(ours, changes)} }}"
    (tmp_path / "nginx.conf").write_text(whole, "utf-8")
    done = subprocess.run([nginx, "-t", "-c", f"{tmp_path}/nginx.conf"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["nginx"], indirect=True)
def test_web_processes_restart_one_by_one_and_nobody_notices(
    postgres: Callable[[bool], str], tmp_path: Path, kind: str
) -> None:
    """Every answer comes at the first try: a move that met a restart went to the other process."""
    port = free_port()
    with (
        several(postgres(True), 2) as servers,
        proxies.proxied(kind, tmp_path, port, [server.port for server in servers]),
    ):
        player = Restless(f"http://127.0.0.1:{port}")
        player.start()
        for server in servers * 2:
            server.stop()
            assert player.plays_on()
            server.start()
            assert player.plays_on()
        player.leaving.set()
        player.join()
        assert player.site.table(player.table)["version"] == player.version
