"""`stellwerk serve`."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from typing import Annotated

import typer

from stellwerk.consoles import console
from stellwerk.core import Text
from stellwerk.locale import best_language, translator
from stellwerk.table.commands import spoken
from stellwerk.table.settings import Settings

app = typer.Typer()


def lan_address() -> str:
    """This machine as others in its network see it; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def show_the_way(url: str, port: int, lan: bool) -> None:
    """Where to click; for phones also as a picture."""
    words = translator(best_language(os.environ.get("LANG", "")))
    here = f"http://127.0.0.1:{port}" if lan else url
    console.print(Text("Play here: {url}", url=here).render(words), style="bold")
    if lan:
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
    port: Annotated[int, typer.Option(help="port to listen on")] = 8880,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")] = None,
    workers: Annotated[int, typer.Option(help="web processes; more than one needs PostgreSQL")] = 1,
    base_url: Annotated[str | None, typer.Option(help="the address people use, for links and cookies")] = None,
    components: Annotated[str | None, typer.Option(help="folder with corrected tables, GAME/NAME.toml")] = None,
    bots: Annotated[str | None, typer.Option(help="bots of your own that may sit at tables: MODULE:CLASS,…")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="also for phones in the same network; shows the way")] = False,
    proxies: Annotated[str, typer.Option(help="addresses of proxies whose headers are believed")] = "127.0.0.1",
) -> None:
    """Serve tables, pages and the API."""
    from stellwerk.web.server import run

    if bots:
        invite_bots(bots)
    settings = Settings.from_environment(database=database, base_url=base_url, components=components)
    if base_url is None and "STELLWERK_BASE_URL" not in os.environ:
        shown = lan_address() if lan else host
        settings = replace(settings, base_url=f"http://{shown}:{port}")
    host = "0.0.0.0" if lan else host
    show_the_way(settings.base_url, port, lan)
    with spoken():
        run(settings, host, port, workers, proxies)
