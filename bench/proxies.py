"""The real nginx, or Caddy, in front of web processes, with the very configuration we give to operators."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"
PLACES = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
PATIENCE = 60.0


def replaced(text: str, changes: dict[str, str]) -> str:
    for was, becomes in changes.items():
        assert was in text, was
        text = text.replace(was, becomes)
    return text


def nginx(folder: Path, port: int, behind: Sequence[int]) -> list[str]:
    """Ours, without TLS, at a port of its own, and writing to a folder of its own."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    (line,) = (line for line in text.splitlines() if "server 127.0.0.1:8880" in line)
    changes = {
        "listen 80;": f"listen 127.0.0.1:{port};",  # of the same name: the one before it answers
        "listen 443 ssl": f"listen 127.0.0.1:{port}",
        **dict.fromkeys(re.findall(r" *ssl_certificate.*;\n", text), ""),
        line: "\n".join(line.replace("8880", str(each)) for each in behind),
        "/var/log/nginx/stellwerk.log": f"{folder}/access.log",
    }
    kept = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    head = f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_rlimit_nofile 8192;"
    whole = f"{head} events {{ worker_connections 4096; }} http {{ {kept}\n{replaced(text, changes)}\n}}"
    (folder / "nginx.conf").write_text(whole)
    return ["-c", str(folder / "nginx.conf"), "-p", str(folder)]


def caddy(folder: Path, port: int, behind: Sequence[int]) -> list[str]:
    changes = {
        "games.example.org {": f"http://127.0.0.1:{port} {{",
        "reverse_proxy 127.0.0.1:8880": f"reverse_proxy {' '.join(f'127.0.0.1:{each}' for each in behind)}",
        "\tlog\n": f"\tlog {{\n\t\toutput file {folder}/access.log\n\t}}\n",
    }
    text = replaced((DEPLOY / "Caddyfile").read_text("utf-8"), changes)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{text}")
    return ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES: dict[str, Callable[[Path, int, Sequence[int]], list[str]]] = {"nginx": nginx, "caddy": caddy}


def found(proxy: str) -> str | None:
    return shutil.which(proxy, path=PLACES)


@contextmanager
def proxied(proxy: str, folder: Path, port: int, behind: Sequence[int]) -> Iterator[subprocess.Popen[bytes]]:
    """A proxy at a port, in front of others; its process."""
    program = found(proxy)
    assert program is not None, f"{proxy} is not installed"
    options = PROXIES[proxy](folder, port, behind)
    with open(folder / "said.log", "wb") as said:
        process = subprocess.Popen([program, *options], stdout=said, stderr=said, start_new_session=True)
    try:
        _wait(process, f"http://127.0.0.1:{port}", folder)
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # with nginx's workers; Caddy would wait for open streams
        process.wait()


def _wait(process: subprocess.Popen[bytes], url: str, folder: Path) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(f"{url}/readyz")
            return
        except httpx.TransportError:
            assert process.poll() is None, (folder / "said.log").read_text()
            assert time.monotonic() < end
            time.sleep(0.02)
