"""What the tests of every game say: `play` a line, who is `asked`, what is `offered`, what is `refused`.

Lines are answered by the seat that is asked, through the checked door. The game is found by its state. Whatever is
said on the way must be in the catalogues and leave nothing open, so a scene of one rule also tries its words.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from typing import Any, TypeVar

from babel.messages.pofile import read_po

from stellwerk.core import Choice, Game, Illegal, Text, apply, objection, pending
from stellwerk.core.engine import digest, events
from stellwerk.core.step import State

S = TypeVar("S", bound=State)


def game_of(s: State) -> Game[Any]:
    """The game of a state: `rules.state` holds the one, `rules` the other."""
    game = import_module(type(s).__module__.rpartition(".")[0]).GAME
    assert isinstance(game, Game)
    return game


@cache
def catalogue(package: str) -> frozenset[str]:
    """Every message a translator of the core and of this game knows of."""
    core = files("stellwerk.locale") / "de" / "LC_MESSAGES" / "core.po"
    own = files(package.removesuffix(".rules")) / "locale" / "de.po"
    read = [read_po(BytesIO(place.read_bytes()), locale="de") for place in (core, own)]
    ids = [message.id for messages in read for message in messages if message.id]
    return frozenset(one for id_ in ids for one in ((id_,) if isinstance(id_, str) else id_))


def said(s: State, text: Text) -> str:
    """A text in full; all of it can be translated."""
    known = catalogue(type(s).__module__.rpartition(".")[0])
    for message in text.messages():
        assert not message or message in known or message == "{action}", f"not in the catalogue: {message}"
    words = text.render()
    assert "None" not in words, words
    return words


def open_question(s: State) -> Choice[Any]:
    choice = pending(s)
    assert choice is not None, "the game is over"
    return choice


def play(s: S, *lines: str) -> S:
    """Each line answered by whoever is asked; what is told of it can be read."""
    for line in lines:
        action = game_of(s).parse(line)
        said(s, game_of(s).describe(s, action))
        before, s.heard = s.heard, []
        try:
            apply(s, open_question(s).seat(s), action)
        finally:
            heard, s.heard = s.heard, before
        for event in heard or ():
            said(s, event.text())
        if s.heard is not None:
            s.heard.extend(heard or ())
    return s


def asked(s: State) -> tuple[str, int]:
    """The name of the open question and the seat it is put to."""
    question(s)
    choice = open_question(s)
    return type(choice).__name__, choice.seat(s)


def question(s: State) -> str:
    """The open question in words."""
    return said(s, open_question(s).question(s))


def offered(s: State, verb: str = "") -> list[str]:
    """What is offered, in notation: all of it, or what begins like this."""
    return [line for line in map(str, open_question(s).options(s)) if line.startswith(verb)]


def refusal(s: State, line: str) -> Illegal | None:
    """What speaks against a line, or None. The law and the offer agree, and asking changes nothing."""
    choice, action, before = open_question(s), game_of(s).parse(line), digest(s)
    found = objection(s, choice.seat(s), action)
    if found is not None:
        said(s, found.text)
        assert action not in choice.options(s), f"{line} is offered and refused"
        assert found.rule in game_of(s).rules or found.rule.book == "stellwerk", found.rule
    assert digest(s) == before
    return found


def refused(s: State, line: str) -> str:
    """The refusal of a line as players read it, with its section: `occupied [2.1]`."""
    found = refusal(s, line)
    assert found is not None, f"{line} is accepted"
    return str(found).replace(f"[{game_of(s).id} ", "[")


def section(s: State, line: str) -> str:
    """The section that forbids a line; empty if it is allowed."""
    found = refusal(s, line)
    return "" if found is None else found.rule.section


def told(s: State, line: str) -> list[str]:
    """What would be told of a line, in words; it is not played."""
    return [said(s, event.text()) for event in events(s, game_of(s).parse(line))]
