"""`stellwerk serve, worker`."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from stellwerk.command_line import Language, complete_bot, print_json, refused
from stellwerk.consoles import aside, configure_logging, console
from stellwerk.core import Text
from stellwerk.games.own_components import HELP as OWN_COMPONENTS
from stellwerk.locale import language_of_environment, translator
from stellwerk.processes import collect_rarely
from stellwerk.table.commands import settings_of, spoken

app = typer.Typer()
GuestBots = Annotated[
    str | None,
    typer.Option("--bots", autocompletion=complete_bot, help="bots of your own that may sit at tables: MODULE:CLASS,…"),
]


def lan_address() -> str:
    """This machine as others in its network see it; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def show_the_way(url: str, port: int, lan: bool, language: str = "", json_: bool = False) -> None:
    """Where to click; for phones also as a picture."""
    words = translator(language or language_of_environment())
    here = f"http://127.0.0.1:{port}" if lan else url
    is_reachable = lan and not url.startswith("http://127.")
    if json_:
        print_json({"url": here, "network": url if is_reachable else None})
        return
    console.print(Text("Play here: {url}", url=here).render(words), style="bold")
    if lan and not is_reachable:
        console.print(Text("This machine is in no network: nobody else can reach it.").render(words))
    if is_reachable:
        import segno

        console.print(Text("Phones in the same network: {url}", url=url).render(words))
        segno.make(url).terminal(compact=True)
    console.print(Text("Ctrl-C ends it; nothing is lost.").render(words))


def invite_bots(names: str) -> None:
    from stellwerk.bots.guests import NoSuchBot, invite

    try:
        invite(names)
    except NoSuchBot as error:
        raise typer.BadParameter(str(error)) from error


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="port to listen on; 0: any that is free")] = 8880,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")] = None,
    workers: Annotated[int, typer.Option(help="web processes; more than one needs PostgreSQL")] = 1,
    base_url: Annotated[str | None, typer.Option(help="the address people use, for links and cookies")] = None,
    components: Annotated[str | None, typer.Option(help=OWN_COMPONENTS)] = None,
    bots: GuestBots = None,
    lan: Annotated[bool, typer.Option("--lan", help="also for phones in the same network; shows the way")] = False,
    proxies: Annotated[
        str | None, typer.Option(help="addresses of proxies whose headers are believed", show_default="127.0.0.1")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="for programs: where to click, as one JSON object")] = False,
    language: Language = "",
) -> None:
    """Serve tables, pages and the API."""
    collect_rarely()  # loading makes no garbage
    from stellwerk.table.runtime import read_components
    from stellwerk.web.server import bound, run

    if bots:
        invite_bots(bots)
    settings = settings_of(language, database=database, base_url=base_url, components=components, proxies=proxies)
    with spoken(language), bound("0.0.0.0" if lan else host, port) as listening:
        port = listening.getsockname()[1]
        if base_url is None and "STELLWERK_BASE_URL" not in os.environ:
            shown = lan_address() if lan else host
            settings = replace(settings, base_url=f"http://{shown}:{port}", address_given=False)
        read_components(settings.components)
        announce = partial(show_the_way, settings.base_url, port, lan, language, json_)
        run(settings, listening, workers, announce)


@app.command()
def worker(
    database: Annotated[str | None, typer.Option(help="postgresql://…")] = None,
    processes: Annotated[int, typer.Option(help="bots that think at once; 0: one less than cores")] = 0,
    bots: GuestBots = None,
    language: Language = "",
) -> None:
    """Play the turns of bots and make studies for servers on PostgreSQL."""
    from stellwerk.table.runtime import Runtime
    from stellwerk.table.storage.files import sqlite_file
    from stellwerk.table.storage.postgres import PostgresStore

    if bots:
        invite_bots(bots)
    settings = settings_of(language, database=database, bots=processes or None)
    if sqlite_file(settings.database) is not None:
        raise refused(Text("on SQLite the server itself plays for bots"), translator(language))
    from stellwerk.table.background.bot_jobs_postgres import run
    from stellwerk.web.view.hands import at_work

    configure_logging()
    with spoken(language):
        runtime = Runtime(settings)
    assert isinstance(runtime.store, PostgresStore)
    if aside.is_terminal:
        words = translator(language or language_of_environment())
        aside.print(Text("At work for the bots and for studies. Ctrl-C ends it; nothing is lost.").render(words))
    try:
        with at_work(runtime.store.conninfo):
            run(runtime.store, runtime.pool)
    finally:
        runtime.close()
