"""A visitor who throws cookies away is still one address, on pages as on the API."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from stellwerk.table.settings import Settings
from tests import patience
from tests.web.conftest import HOTSEAT, running


@pytest.mark.parametrize("way", ["api", "page"])
def test_tables_of_an_address_are_counted_without_cookies(way: str, tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, rate=0.01)
    with running(settings) as site:
        answers = []
        for _ in range(8):
            with httpx.Client(base_url=site.url, timeout=patience.SECONDS) as nobody:
                if way == "api":
                    answers.append(nobody.post("/api/tables", json=HOTSEAT).status_code)
                else:
                    answers.append(nobody.post("/new/yokohama/quick").status_code)
        assert answers.count(429) >= 4, answers
        assert answers[0] in (201, 303)
