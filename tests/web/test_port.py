"""Whoever is told of an address can come in; nobody is let in earlier, to wait there while another process is free."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from stellwerk.table import Refused
from stellwerk.web.server import bound, listen
from tests import patience


def test_nobody_is_let_in_before_everything_is_loaded() -> None:
    with closing(bound("127.0.0.1", 0)) as taken:
        address = taken.getsockname()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address)
        listen(taken)
        socket.create_connection(address).close()


def test_a_port_somebody_serves_is_refused() -> None:
    with closing(bound("127.0.0.1", 0)) as taken:
        listen(taken)
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=rf"port {port}, cannot be used.*--port"):
            bound("127.0.0.1", port)


def test_of_two_that_begin_together_the_second_is_told() -> None:
    with closing(bound("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with closing(bound("127.0.0.1", port)) as second:
            listen(first)
            with pytest.raises(Refused, match=rf"port {port}, cannot be used.*--port"):
                listen(second)


def test_an_address_that_is_told_answers(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stellwerk", "serve", "--json", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path}/store.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"]
            assert httpx.get(f"{url}/readyz", timeout=patience.SECONDS).status_code == 200
        finally:
            process.terminate()
