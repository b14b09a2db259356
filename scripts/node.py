"""Find node (and npm), or install Debian's where that is allowed; otherwise say what to do.

The tests run the unit tests of the pages' scripts with node; the gate also needs npm, for the linters.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

OLDEST = 18
PACKAGES = {"node": "nodejs", "npm": "npm"}
ADVICE = (
    "No {missing} was found (node from {oldest} on), and it cannot be installed from here. "
    "On Debian: sudo apt install {packages}"
)


def version_of(node: str) -> int:
    answer = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)", answer)
    return int(found[1]) if found else 0


def is_there(tool: str) -> bool:
    found = shutil.which(tool)
    return found is not None and (tool != "node" or version_of(found) >= OLDEST)


def install(packages: list[str]) -> bool:
    """Debian's packages, where we may; what apt complains about is shown."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"installing Debian's {' and '.join(packages)} to check the scripts of the pages …")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *packages])
    return all(subprocess.run(each, env=environment, stdout=subprocess.DEVNULL).returncode == 0 for each in commands)


def main(tools: list[str]) -> int:
    missing = [tool for tool in tools if not is_there(tool)]
    if not missing:
        return 0
    packages = [PACKAGES[tool] for tool in missing]
    if install(packages) and all(map(is_there, missing)):
        return 0
    print(
        ADVICE.format(missing=" and ".join(missing), oldest=OLDEST, packages=" ".join(packages)),
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["node"]))
