"""`stellwerk serve`."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Annotated

import typer

from stellwerk.table.commands import spoken
from stellwerk.table.settings import Settings

app = typer.Typer()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port to listen on")] = 8880,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")] = None,
    workers: Annotated[int, typer.Option(help="web processes; more than one needs PostgreSQL")] = 1,
    base_url: Annotated[str | None, typer.Option(help="the address people use, for links and cookies")] = None,
    proxies: Annotated[str, typer.Option(help="addresses of proxies whose headers are believed")] = "127.0.0.1",
) -> None:
    """Serve tables, pages and the API."""
    from stellwerk.web.server import run

    settings = Settings.from_environment(database=database, base_url=base_url)
    if base_url is None and "STELLWERK_BASE_URL" not in os.environ:
        settings = replace(settings, base_url=f"http://{host}:{port}")
    with spoken():
        run(settings, host, port, workers, proxies)
