"""Behind the real nginx, with the configuration we give to operators."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from stellwerk.web.http import middleware
from tests import patience
from tests.web.conftest import Site, linked, opened

NGINX = shutil.which("nginx") or next((path for path in ("/usr/sbin/nginx",) if os.path.exists(path)), None)
CONFIGURATION = Path(__file__).parent.parent.parent / "deploy" / "nginx.conf"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def proxy(site: Site, tmp_path: Path) -> Iterator[str]:
    """The address of nginx in front of the site, without TLS."""
    if NGINX is None:
        pytest.skip("nginx is not installed")
    port, (inner,) = free_port(), re.findall(r":(\d+)$", site.url)
    text = CONFIGURATION.read_text("utf-8")
    for was, becomes in (("listen 443 ssl", f"listen 127.0.0.1:{port}"), ("127.0.0.1:8880", f"127.0.0.1:{inner}")):
        assert was in text
        text = text.replace(was, becomes)
    text = text.replace("/var/log/nginx/stellwerk.log", f"{tmp_path}/access.log")
    kept = "".join(
        f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    (tmp_path / "nginx.conf").write_text(
        f"{user} daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}} http {{ {kept}\n{text}\n}}"
    )
    process = subprocess.Popen([NGINX, "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path)])
    url, end = f"http://127.0.0.1:{port}", time.monotonic() + patience.SECONDS
    while True:
        try:
            httpx.get(f"{url}/healthz")
            break
        except httpx.TransportError:
            assert process.poll() is None, (tmp_path / "error.log").read_text()
            assert time.monotonic() < end
            time.sleep(0.02)
    yield url
    process.terminate()
    process.wait()


def test_a_table_is_played_and_heard_of_through_nginx(
    site: Site, proxy: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", middleware.LOG.name)
    client = site.browser()
    client.base_url = httpx.URL(proxy)
    table = opened(client)
    _, token = linked(client)
    for path in ("seat", "api/seat", "api/v1/seat"):
        assert client.get(f"/{path}/{token}").status_code == 200
    with client.stream("GET", "/api/events") as stream:
        lines = stream.iter_lines()
        assert next(lines)  # at once: nothing is held back
        act = {"action": "keep", "at": 2, "request_id": "r"}
        assert client.post(f"/api/tables/{table}/act", json=act).status_code == 200
        heard = next(json.loads(line[6:]) for line in lines if line.startswith("data: "))
    assert (heard["table"], heard["version"] >= 3) == (table, True)
    logged = (tmp_path / "access.log").read_text()
    assert "/api/tables" in logged
    assert token not in logged
    assert {json.loads(each.message)["from"] for each in caplog.records if each.name == "stellwerk.access"} == {
        "127.0.0.1"
    }
