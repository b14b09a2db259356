"""`stellwerk serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from stellwerk.table.settings import Settings

app = typer.Typer()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port to listen on")] = 8880,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")] = None,
    workers: Annotated[int, typer.Option(help="web processes; more than one needs PostgreSQL")] = 1,
    base_url: Annotated[str | None, typer.Option(help="the address people use, for links and cookies")] = None,
) -> None:
    """Serve tables, pages and the API."""
    from stellwerk.web.server import run

    base = base_url or f"http://{host}:{port}"
    run(Settings.from_environment(database=database, base_url=base), host, port, workers)
