"""Positions as pictures to be shown elsewhere."""

from __future__ import annotations

import struct

import httpx
import pytest

from stellwerk.web.pages.replay import Opened, perspective_of
from stellwerk.web.view.foreign_files import followed
from stellwerk.web.view.study_files import PIXELS, painted, position_file
from stellwerk.web.view.templates import Reader
from tests.bots.test_positions import LOGS
from tests.web.conftest import opened

NAME = "russian-railroads"


def drawn(at: int) -> str:
    story, _, _ = followed((LOGS / f"{NAME}.log").read_bytes(), "game.log")
    assert story is not None
    reader = Reader("en")
    return position_file(perspective_of(Opened("study", story), reader, None, at), reader)


def test_a_position_stands_alone_with_its_texts_in_their_places() -> None:
    """Styles are said of drawings within `.d`, so the drawing must lie in something of that class."""
    head, _, rest = drawn(40).partition("<style>")
    assert 'class="d alone"' in head
    assert "<svg" in rest.partition("</style>")[2]


def test_a_position_can_be_painted() -> None:
    pytest.importorskip("resvg_py")
    made = painted(drawn(40), NAME)
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", made[16:20]) == (PIXELS,)
    assert made != painted(drawn(0), NAME)


def test_the_study_has_both_addresses(client: httpx.Client) -> None:
    url = f"/study/table/{opened(client)}"
    page = client.get(url).text
    for kind in ("svg", "png"):
        assert f"{url}/picture.{kind}?at=" in page
        assert client.get(f"{url}/picture.{kind}").status_code in (200, 404, 501)
