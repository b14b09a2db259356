"""`make audit`: ask a database of known holes about everything in `locked/developers.txt`.

Ends with 1 if there is one. Where no database can be reached it says so and ends with 0: the gate also runs on
machines without a network, and `tests/test_dependencies.py` keeps the holes we know of.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LOCKED = Path(__file__).resolve().parent.parent / "locked" / "developers.txt"
COMMAND = ("pip_audit", "--require-hashes", "--disable-pip", "--progress-spinner", "off", "--format", "json")
SKIPPED = "audit: no database of known holes can be reached; skipped"


def asked() -> list[dict[str, Any]]:
    """What the database says of each package; nothing where it cannot be asked."""
    command = [sys.executable, "-m", *COMMAND, "--timeout", "10", "--requirement", str(LOCKED)]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return []
    return found


def judge(found: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """(exit code, what to say)."""
    known = [each for each in found if "vulns" in each]
    if not known:
        return 0, [SKIPPED]
    holes = [
        f"{each['name']} {each['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version'}"
        for each in known
        for hole in each["vulns"]
    ]
    return (1 if holes else 0), [*holes, f"audit: {len(known)} of {len(found)} packages known, {len(holes)} holes"]


def main() -> int:
    code, said = judge(asked())
    print("\n".join(said))
    return code


if __name__ == "__main__":
    sys.exit(main())
