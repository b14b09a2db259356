"""What works on this machine and what is missing, in plain words."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from stellwerk import games
from stellwerk.core.text import Text

EXTRAS = {
    "rl": (("pettingzoo", "gymnasium"), Text("environments for reinforcement learning")),
    "postgres": (("psycopg", "procrastinate"), Text("several web processes on one PostgreSQL database")),
    "cluster": (("ray",), Text("tournaments on several machines")),
    "dev": (("pytest", "playwright"), Text("the tests")),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Finding:
    works: bool
    text: Text


def examined() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(sys.version_info >= (3, 11), Text("Python {version} (3.11 or newer is needed)", version=version))
    for id_ in games.ids():
        game = games.game(id_)
        sections = len(list(game.rules))
        yield Finding(True, Text("{title}: plays, {n} sections of rules", title=game.title, n=sections))
    for extra, (packages, purpose) in EXTRAS.items():
        missing = [name for name in packages if find_spec(name) is None]
        if missing:
            how = f"pip install 'stellwerk[{extra}]'"
            yield Finding(False, Text("{purpose}: not installed, get it by {how}", purpose=purpose, how=how))
        else:
            yield Finding(True, Text("{purpose}: installed", purpose=purpose))
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser:
        yield Finding(True, Text("a browser for the browser tests: {path}", path=browser))
    else:
        yield Finding(False, Text("no Chromium found: browser tests and screenshots need one"))
