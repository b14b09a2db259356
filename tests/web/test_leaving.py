"""Somebody who leaves before his request has arrived is no incident."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from stellwerk.table.runtime import Runtime
from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app
from tests import patience

FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"


@pytest.mark.parametrize("path", ["/settings/login", "/api/login", "/replay"])
@pytest.mark.parametrize("kind", [FORM, "application/json", FILES])
def test_who_leaves_while_sending_makes_no_incident(
    path: str, kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    runtime = Runtime(Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1))
    app = create_app(runtime.settings, runtime)
    sent: list[Any] = []
    arriving = iter([{"type": "http.request", "body": b"name=", "more_body": True}])
    headers = [(b"host", b"127.0.0.1"), (b"content-type", kind.encode()), (b"content-length", b"100")]

    async def receive() -> Any:
        return next(arriving, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode()}
    scope |= {"headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http"}
    scope |= {"query_string": b"", "http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": ""}
    with caplog.at_level(logging.ERROR, "stellwerk"):
        patience.run_apart(app(scope, receive, send))
    runtime.close()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not [message for message in sent if message.get("status", 0) >= 500]
