"""What is depended on: nothing with a hole that is known, and what we test with is among what we ask for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent

HOLES = {
    "filelock": "3.20.2",  # CVE-2025-68146, CVE-2026-22701
    "h11": "0.15",  # CVE-2025-43859
    "jinja2": "3.1.5",  # CVE-2025-27516
    "python-multipart": "0.0.29",  # CVE-2026-24486, CVE-2026-40347, CVE-2026-42561, GHSA-5rvq-cxj2-64vf
    "ray": "2.51.2",  # CVE-2025-62593
    "starlette": "1.3.0",  # CVE-2025-54121, CVE-2025-62727, CVE-2026-48710, CVE-2026-54283
}
"""The last version with a known hole."""


def asked_for() -> Iterator[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for group in (project["dependencies"], *project["optional-dependencies"].values()):
        yield from map(Requirement, group)


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = (line.partition(";")[0].strip().split("==") for line in lines if "==" in line)
    return {canonicalize_name(name): version for name, version in pairs}


@pytest.mark.parametrize("name", HOLES)
def test_no_version_with_a_known_hole_will_do(name: str) -> None:
    found = [each for each in asked_for() if canonicalize_name(each.name) == name]
    assert found
    assert not any(each.specifier.contains(HOLES[name]) for each in found)


def test_what_is_tested_with_is_asked_for() -> None:
    versions = pinned()
    for each in asked_for():
        assert each.specifier.contains(versions[canonicalize_name(each.name)]), str(each)
