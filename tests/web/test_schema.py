"""Everything the OpenAPI page promises, asked in every odd way schemathesis thinks of: no server error."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from stellwerk import games
from stellwerk.table.settings import Settings
from tests.web.conftest import opened, running

EXAMPLES = int(os.environ.get("STELLWERK_FUZZ", "3"))
STREAM = "/api/v1/events"
"""Never ends, so it is asked elsewhere."""


def hypotheses(examples: int) -> Any:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )


@pytest.mark.parametrize(
    ("store", "mode"),
    [
        ("sqlite", GenerationMode.POSITIVE),
        ("sqlite", GenerationMode.NEGATIVE),
        ("postgres", GenerationMode.POSITIVE),
    ],
)
def test_no_answer_is_a_server_error(
    store: str, mode: GenerationMode, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Asked by a guest with a seat, about tables of his own, of every game, and about others."""
    database = f"sqlite:///{tmp_path}/s.sqlite" if store == "sqlite" else request.getfixturevalue("postgres")(True)
    with running(Settings(database=database, bots=1, rate=0)) as site:
        guest = site.browser()
        tables = [opened(guest, game=game, seats=[{"kind": "me"}] * 3) for game in games.PACKAGES]
        turn = cycle([*tables, None])
        token = guest.post("/api/tokens", json={"name": "fuzz"}).json()["token"]
        schema = schemathesis.openapi.from_url(f"{site.url}/api/openapi.json")
        seen: set[int] = set()
        with requests.Session() as session:
            session.headers["Authorization"] = f"Bearer {token}"

            def ask(case: schemathesis.Case) -> None:
                table = next(turn)
                if "table" in case.path_parameters and table is not None:
                    case.path_parameters["table"] = table
                answer = case.call(session=session)
                assert answer.status_code < 500, case.as_curl_command()
                seen.add(hash((case.path, answer.status_code)))

            for operation in schema.exclude(path=STREAM).get_all_operations():
                cases = operation.ok().as_strategy(generation_mode=mode)
                with suppress(Unsatisfiable):  # where nothing can be sent, nothing can be sent wrongly
                    hypotheses(EXAMPLES)(given(case=cases)(ask))()
    assert len(seen) > 40
