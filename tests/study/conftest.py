"""Where the conformance games are: ten in this repository, the fixture beside it, where it exists."""

from __future__ import annotations

from tests.study.conformance import FIXTURE


def pytest_report_header() -> str:
    there = "compared too" if FIXTURE.exists() else "not there, so not compared"
    return f"conformance: fixture1.json in ../shared/conformance is {there}"
