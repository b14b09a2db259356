"""The templates, and what is known of the reader: language, colours, habits."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any
from urllib.parse import quote

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    nodes,
)
from jinja2.visitor import NodeTransformer
from markupsafe import Markup
from starlette.requests import HTTPConnection

from stellwerk import draw, games
from stellwerk.core import Rule, Text
from stellwerk.core.text import Translator
from stellwerk.locale import LANGUAGES, best_language, translator
from stellwerk.web import companions
from stellwerk.web.view.bundles import script
from stellwerk.web.view.static_files import drawing_styles, static_url

THEMES = ("auto", "light", "dark")
CONFIRMS = ("final", "always", "never")


@dataclass(frozen=True)
class Reader:
    """Who reads: chosen language and colours, kept in cookies."""

    language: str = "en"
    theme: str = "auto"
    confirm: str = "final"
    sound: bool = True
    curtain: bool = True
    """Whether what only the next player may know waits until he is at the screen."""

    @classmethod
    def of(cls, request: HTTPConnection) -> Reader:
        cookies = request.cookies
        language = best_language(cookies.get("lang") or request.headers.get("accept-language", ""))
        theme, confirm = cookies.get("theme", ""), cookies.get("confirm", "")
        return cls(
            language,
            theme if theme in THEMES else "auto",
            confirm if confirm in CONFIRMS else "final",
            cookies.get("sound") != "off",
            cookies.get("curtain") != "off",
        )

    @cached_property
    def words(self) -> Translator:
        return translator(self.language)

    def say(self, text: Text | str) -> str:
        return text.render(self.words) if isinstance(text, Text) else text


@lru_cache(maxsize=1000)
def rule_url(rule: Rule) -> str:
    return f"/rules/{quote(rule.book)}#{quote(anchor(rule.section))}"


def anchor(section: str) -> str:
    return "s-" + section.replace(" ", "-")


@cache
def mark(seat: int) -> Markup:
    """A seat's shape in its colour; a name stands beside it, so it says nothing to a screen reader."""
    return Markup(draw.seat_mark(seat).html)


def _brought() -> dict[str, BaseLoader]:
    """The templates in the `web` companions of the games, by the id of the game. No game is loaded."""
    places = {id_: companions.folder(id_, "templates") for id_ in games.ids()}
    return {id_: FileSystemLoader(place) for id_, place in places.items() if place is not None}


class Translated(NodeTransformer):
    """Puts the reader's words in the place of every message of a template that has nothing to fill in."""

    def __init__(self, words: Translator) -> None:
        self.words = words

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        node = self.generic_visit(node)  # type: ignore[assignment]
        is_message = isinstance(node.node, nodes.Name) and node.node.name == "_" and not node.kwargs
        if not is_message or len(node.args) != 1 or not isinstance(node.args[0], nodes.Const):
            return node
        return nodes.Const(self.words.gettext(node.args[0].value).format(), lineno=node.lineno)


class Templates(Environment):
    """Templates in one language: what does not depend on the page is translated when they are compiled."""

    words: Translator

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        found: nodes.Template = Translated(self.words).visit(super()._parse(source, name, filename))
        return found


def _environment() -> Templates:
    made = Templates(
        loader=ChoiceLoader([PackageLoader("stellwerk.web", "templates"), PrefixLoader(_brought())]),
        autoescape=True,
        auto_reload=False,  # a template is a file of the program: nobody changes it under a server that runs
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        languages=LANGUAGES,
        static_url=static_url,
        script=script,
        drawing_styles=drawing_styles,
        rule_url=rule_url,
        anchor=anchor,
        seat_mark=mark,
    )
    made.globals["sprite"] = Markup(draw.sprite().html)
    return made


@cache
def environment(language: str) -> Environment:
    """One environment a language, so that a template is translated once and then fast."""
    made = _environment()
    made.words = words = translator(language)
    made.globals["_"] = lambda message, **values: words.gettext(message).format(**values)
    made.globals["ngettext"] = lambda one, many, n: words.ngettext(one, many, n).format(n=n)
    made.filters["say"] = lambda text: text.render(words) if isinstance(text, Text) else text
    return made


def page(name: str, reader: Reader, values: Mapping[str, Any]) -> str:
    """A template filled in for a reader."""
    return environment(reader.language).get_template(name).render(reader=reader, **values)


def digest_of(html: str) -> str:
    return hashlib.blake2b(html.encode(), digest_size=6).hexdigest()


def named(text: Text, names: Sequence[str]) -> Text:
    """The text with the players' names where it speaks of seats."""
    if text.message == "seat {number}" and 1 <= text.params["number"] <= len(names):
        return Text("{name}", name=names[text.params["number"] - 1])
    changed = {key: _named(value, names) for key, value in text.params.items()}
    if changed == text.params:
        return text
    other = copy(text)
    other.params = changed
    return other


def _named(value: Any, names: Sequence[str]) -> Any:
    if isinstance(value, Text):
        return named(value, names)
    if isinstance(value, (tuple, list)):
        return [_named(item, names) for item in value]
    return value
