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
BACKLOG = 2048
"""Visitors who may knock at the same moment."""


class Server(uvicorn.Server):
    """`when_ready` is done after the start, when the first visitor may come."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, when_ready: Callable[[], object] = lambda: None) -> None:
        super().__init__(config)
        self.application, self.when_ready = app, when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        for each in sockets or ():
            listen(each)
        await super().startup(sockets)
        if self.started:
            self.when_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.application.state.hub.close_soon()
        super().handle_exit(sig, frame)


def show_operator_code(settings: Settings, code: str | None) -> None:
    """Whoever starts the server reads the code, and nobody else: with it an account becomes the operator's."""
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
    """The port is ours before anybody is told about it. Nobody is let in yet: a proxy would send people here, and they
    would wait until everything is loaded, while another process has nothing to do."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":  # a port that was just left may be taken again; elsewhere it means a port others have
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise _not_bound(host, port, error) from error
    return made


def listen(taken: socket.socket) -> None:
    """Two that begin at the same moment may both have taken the port; the second that lets people in is told."""
    try:
        taken.listen(BACKLOG)
    except OSError as error:
        host, port = taken.getsockname()[:2]
        raise _not_bound(host, port, error) from error


def _not_bound(host: str, port: int, error: OSError) -> Refused:
    if isinstance(error, PermissionError):
        return Refused("port", Text("port {port} needs an administrator: take one from 1024 on", port=port))
    text = Text(
        "{host}, port {port}, cannot be used ({reason}): take another by --port",
        host=host,
        port=port,
        reason=error.strerror or str(error),
    )
    return Refused("port", text)


def run(settings: Settings, listening: socket.socket, workers: int, announce: Callable[[], None]) -> None:
    """One process, or several on PostgreSQL that share the port; announced when somebody can be let in."""
    file = sqlite_file(settings.database)
    if workers > 1 and file is not None:
        raise Refused("workers", Text("SQLite has one writer: one server process. Use PostgreSQL for several."), 2)
    with exclusive(file):
        prepare(settings.database)
        code = done_when_it_answers(settings.database, lambda: _code(settings))

        def welcome() -> None:
            announce()
            show_operator_code(settings, code)

        if workers <= 1:
            serve(settings, listening, welcome)
        else:
            several(settings, listening, workers, welcome)


def serve(settings: Settings, listening: socket.socket, when_ready: Callable[[], object]) -> None:
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

    def ready() -> None:
        when_ready()
        begin_warming(app)

    Server(config, app, ready).run(sockets=[listening])


def several(settings: Settings, listening: socket.socket, workers: int, welcome: Callable[[], None]) -> None:
    """The parent holds the socket, starts the others, and replaces one that dies."""
    context = get_context("spawn")
    ready = context.Event()
    started = partial(context.Process, target=serve, args=(settings, listening, ready.set))
    processes = [started() for _ in range(workers)]
    for process in processes:
        process.start()
    stopping = Event()
    for sig in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sig, lambda *_: stopping.set())
    is_told = False
    while not stopping.wait(0.5):
        if ready.is_set() and not is_told:
            welcome()
            is_told = True
        for n, process in enumerate(processes):
            if not process.is_alive():
                LOG.error("web process %s died (%s); another takes its place", process.pid, process.exitcode)
                processes[n] = started()
                processes[n].start()
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
