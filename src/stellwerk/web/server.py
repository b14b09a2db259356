"""Running the application under uvicorn: streams are closed first, so that a shutdown does not wait for them."""

from __future__ import annotations

from types import FrameType

import uvicorn
from fastapi import FastAPI

from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self.application = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.application.state.hub.close_soon()
        super().handle_exit(sig, frame)


def run(settings: Settings, host: str, port: int, workers: int) -> None:
    app = create_app(settings)
    config = uvicorn.Config(
        app, host=host, port=port, access_log=False, log_config=None, timeout_graceful_shutdown=10, proxy_headers=True
    )
    Server(config, app).run()
