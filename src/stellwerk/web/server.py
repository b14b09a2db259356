"""Running the application under uvicorn: streams are closed first, so that a shutdown does not wait for them."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from threading import Event
from types import FrameType

import uvicorn
from fastapi import FastAPI

from stellwerk.consoles import aside, configure_logging
from stellwerk.core import Text
from stellwerk.locale import language_of_environment, translator
from stellwerk.processes import collect_rarely, follow_parent
from stellwerk.table import Refused
from stellwerk.table.background.process import exclusive
from stellwerk.table.runtime import open_store_with_turns, prepare
from stellwerk.table.service.operators import Operators
from stellwerk.table.settings import Settings
from stellwerk.table.storage.files import sqlite_file
from stellwerk.table.storage.migrate import done_when_it_answers
from stellwerk.web.app import create_app
from stellwerk.web.http.connections import room, watched
from stellwerk.web.warming import begin_warming

LOG = logging.getLogger("stellwerk.server")


class Server(uvicorn.Server):
    """`when_ready` is done after the start, when the first visitor may come."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, when_ready: Callable[[], object] = lambda: None) -> None:
        super().__init__(config)
        self.application, self.when_ready = app, when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.when_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.application.state.hub.close_soon()
        super().handle_exit(sig, frame)


def show_operator_code(settings: Settings) -> None:
    """Whoever starts the server reads the code, and nobody else: with it an account becomes the operator's."""
    code = done_when_it_answers(settings.database, lambda: _code(settings))
    if code is not None:
        words = translator(language_of_environment())
        url = f"{settings.base_url.rstrip('/')}/operator"
        said = Text("To look after this server, sign in and enter this code at {url}: {code}", url=url, code=code)
        aside.print(said.render(words), soft_wrap=True)


def _code(settings: Settings) -> str | None:
    store = open_store_with_turns(settings)
    try:
        return Operators(store, settings).first_code()
    finally:
        store.close()


def bound(host: str, port: int) -> socket.socket:
    """The port is ours before anybody is told about it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except PermissionError as error:
        raise Refused("port", Text("port {port} needs an administrator: take one from 1024 on", port=port)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        text = Text(
            "{host}, port {port}, cannot be used ({reason}): take another by --port",
            host=host,
            port=port,
            reason=reason,
        )
        raise Refused("port", text) from error


def run(settings: Settings, listening: socket.socket, workers: int, announce: Callable[[], None]) -> None:
    """One process, or several on PostgreSQL that share the port; announced when its data is ready."""
    file = sqlite_file(settings.database)
    if workers > 1 and file is not None:
        raise Refused("workers", Text("SQLite has one writer: one server process. Use PostgreSQL for several."), 2)
    with exclusive(file):
        prepare(settings.database)
        announce()
        show_operator_code(settings)
        if workers <= 1:
            serve(settings, listening)
            return
        several(settings, listening, workers)


def serve(settings: Settings, listening: socket.socket) -> None:
    follow_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    app = create_app(settings)
    configure_logging()
    collect_rarely()
    most = room()
    config = uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        http=watched(most, settings.proxies),
        ws="none",
        limit_concurrency=most,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=65,  # longer than proxies keep theirs
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
    )
    Server(config, app, begin_warming).run(sockets=[listening])


def several(settings: Settings, listening: socket.socket, workers: int) -> None:
    """The parent holds the socket, starts the others, and replaces one that dies."""
    context = get_context("spawn")
    started = partial(context.Process, target=serve, args=(settings, listening))
    processes = [started() for _ in range(workers)]
    for process in processes:
        process.start()
    stopping = Event()
    for sig in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sig, lambda *_: stopping.set())
    while not stopping.wait(0.5):
        for n, process in enumerate(processes):
            if not process.is_alive():
                LOG.error("web process %s died (%s); another takes its place", process.pid, process.exitcode)
                processes[n] = started()
                processes[n].start()
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
