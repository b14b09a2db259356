"""What is depended on: nothing with a hole that is known, and what we test with is among what we ask for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import audit, notices

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


def listed(file: str) -> Iterator[Requirement]:
    lines = (ROOT / file).read_text("utf-8").splitlines()
    return (Requirement(line.rstrip("\\").partition(";")[0].strip()) for line in lines if line[:1].isalnum())


def pinned(file: str = "constraints.txt") -> dict[str, str]:
    return {canonicalize_name(each.name): str(each.specifier).removeprefix("==") for each in listed(file)}


@pytest.mark.parametrize("name", HOLES)
def test_no_version_with_a_known_hole_will_do(name: str) -> None:
    found = [each for each in asked_for() if canonicalize_name(each.name) == name]
    assert found
    assert not any(each.specifier.contains(HOLES[name]) for each in found)


def test_what_is_tested_with_is_asked_for() -> None:
    versions = pinned()
    for each in asked_for():
        assert each.specifier.contains(versions[canonicalize_name(each.name)]), str(each)


# --- digests ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["players", "developers"])
def test_what_is_installed_is_locked_by_its_digest(name: str) -> None:
    """`make lock` after a change of the constraints."""
    text = (ROOT / "locked" / f"{name}.txt").read_text("utf-8")
    packages = re.split(r"\n(?=\S)", text.strip())
    assert len(packages) > 40
    assert not [each.splitlines()[0] for each in packages if "--hash=sha256:" not in each]
    assert "://" not in text
    assert "--index" not in text
    versions = pinned()
    differ = {n: v for n, v in pinned(f"locked/{name}.txt").items() if versions.get(n) != v}
    assert not differ, "not as in constraints.txt"


def test_everything_players_and_developers_ask_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = re.search(r"EXTRAS := (\S+)", (ROOT / "Makefile").read_text("utf-8"))
    assert extras is not None
    groups = [project["optional-dependencies"][name] for name in extras[1].split(",")]
    for name, wanted in (("players", [project["dependencies"]]), ("developers", [project["dependencies"], *groups])):
        asked = {canonicalize_name(Requirement(each).name) for group in wanted for each in group}
        assert not asked - pinned(f"locked/{name}.txt").keys(), name


def test_what_is_locked_also_bounds_what_packages_want_with_an_extra() -> None:
    """Else pip takes the newest of it, which has no digest: installs fail from the day there is a newer one."""
    recipes = [line for file in ("Makefile", "Containerfile") for line in (ROOT / file).read_text("utf-8").splitlines()]
    files = [re.findall(r"-([rc]) (\S+)", line) for line in recipes if "--require-hashes" in line]
    assert files
    assert all(sorted(found) == [("c", name), ("r", name)] for found in files for name in {found[0][1]})


# --- the audit --------------------------------------------------------------------------------------------------------

WELL = {"name": "segno", "version": "1.6.6", "vulns": []}
UNKNOWN = {"name": "segno", "version": "1.6.6", "skip_reason": "not found"}


def test_a_known_hole_fails_the_gate() -> None:
    hole = {"name": "h11", "version": "0.15", "vulns": [{"id": "CVE-2025-43859", "fix_versions": ["0.16"]}]}
    code, said = audit.judge([WELL, hole])
    assert (code, said[0]) == (1, "h11 0.15: CVE-2025-43859, mended in 0.16")
    assert audit.judge([WELL, UNKNOWN]) == (0, ["audit: 1 of 2 packages known, 0 holes"])


def test_without_a_database_the_audit_is_skipped_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert audit.judge([UNKNOWN]) == audit.judge([]) == (0, [audit.SKIPPED])
    monkeypatch.setattr(audit, "COMMAND", ("this",))  # a module that prints no JSON
    assert audit.asked() == []


def test_the_notices_name_every_package_that_is_installed_with_us() -> None:
    """Licences may be worded otherwise in another version; that a package is missing may not be."""
    written = notices.PLACE.read_text("utf-8")
    missing = [name for name in notices.needed() if f"| {name} |" not in written]
    assert not missing, "python scripts/notices.py"
    assert "LGPL" in re.search(r"\| pebble \| (.*) \|", written)[1]  # type: ignore[index]
