"""From the built wheel, in an empty environment outside the repository: serve, three clicks, a game in a browser.

    python -m bench.wheel /usr/bin/python3.11 /usr/bin/python3.13 …
    python -m bench.wheel --installed FOLDER …       # environments in which the wheel is installed already

With each Python twice: as the system is, and without the modules only some systems have. The browser is that of the
tests; what is served, and everything it needs, comes from the wheel and the packages it asks for.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from tests import patience
from tests.test_platforms import BLOCKADE
from tests.web.browser.conftest import ARGUMENTS, DESKTOP, chromium
from tests.web.browser.player import Player

ROOT = Path(__file__).resolve().parent.parent
SERVE = "import sys; sys.argv[0] = 'stellwerk'; from stellwerk.__main__ import main; main()"
MOST = 400


def installed(pythons: list[str], folder: Path) -> Iterator[Path]:
    """An empty environment for each Python, with the wheel in it."""
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(build, check=True)
    (wheel,) = folder.glob("stellwerk-*.whl")
    for number, python in enumerate(pythons):
        place = folder / f"environment-{number}"
        subprocess.run([python, "-m", "venv", str(place)], check=True)
        subprocess.run([str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
        yield place


@contextmanager
def serving(python: Path, blockade: str) -> Iterator[str]:
    """A site of that environment, with a home of its own; gives its address when it is ready."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        command = [str(python), "-c", f"{blockade}\n{SERVE}", "serve", "--port", "0", "--json"]
        environment = {**kept, "HOME": home, "STELLWERK_RATE": "0", "STELLWERK_BOT_SECONDS": "0.2"}
        with subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield json.loads(server.stdout.readline())["url"]
            finally:
                server.terminate()


def played(url: str) -> tuple[int, int]:
    """Clicks from home until a move counts, and decisions of a whole game; the console must stay clean."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        context = browser.new_context(viewport=DESKTOP, base_url=url, locale="en", reduced_motion="reduce")
        context.set_default_timeout(1000 * patience.SECONDS)
        context.add_init_script("addEventListener('click', (e) => { if (e.isTrusted) clicked() }, true)")
        clicks: list[int] = []
        context.expose_function("clicked", lambda: clicks.append(1))
        player = Player(context.new_page())
        player.play_against_bots("Russian Railroads")
        assert player.asked()
        before = player.version
        player.decide()
        assert player.version > before
        until_a_move = len(clicks)
        player.set_up("russian-railroads", ["me", "bot:easy"])
        decisions = player.play(MOST, Random(3).randrange)
        assert player.page.locator(".prompt.over").count() == 1, f"not over after {decisions} decisions"
        assert player.complaints == [], player.complaints[:3]
        browser.close()
    return until_a_move, decisions


def tried(place: Path) -> Iterator[str]:
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    version = subprocess.run([str(python), "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    for name, blockade in (("as it is", ""), ("without the modules of Unix", BLOCKADE)):
        began = time.perf_counter()
        with serving(python, blockade) as url:
            clicks, decisions = played(url)
        spent = time.perf_counter() - began
        yield f"| wheel | Python {version}, {name} | {clicks} clicks to a move, {decisions} decisions | {spent:.0f} s |"


def soak(quick: bool = False) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        return [row for place in installed([sys.executable], Path(folder)) for row in tried(place)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--installed", nargs="*", default=[], help="environments with the wheel in them")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for place in map(Path, args.installed) if args.installed else installed(args.pythons, Path(folder)):
            for row in tried(place):
                print(row, flush=True)


if __name__ == "__main__":
    main()
