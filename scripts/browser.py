"""Find Chromium for the browser tests, or install Debian's where that is allowed; otherwise say what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable

SHELL, WHOLE = ("chromium-headless-shell",), ("chromium", "chromium-browser", "google-chrome")
"""Chromium without its own windows costs less than half the processor; only the whole one has notifications."""
PACKAGES = ("chromium", "chromium-headless-shell", "fonts-dejavu-core")
INSTALL = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *PACKAGES])
ADVICE = "No Chromium was found and it cannot be installed from here. On Debian: sudo apt install chromium"


def found(names: Iterable[str]) -> str | None:
    """The first that is there."""
    return next(filter(None, map(shutil.which, names)), None)


def main() -> int:
    if found(WHOLE):
        return 0
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        print(ADVICE, file=sys.stderr)
        return 1
    print("installing Debian's Chromium for the browser tests …")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in INSTALL:
        if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode:
            print(ADVICE, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
