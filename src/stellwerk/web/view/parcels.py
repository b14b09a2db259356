"""Orders and answers of the workshop as bytes, for a worker on another machine.

They lie in the database for a while, and whoever can write there must not be able to run anything on a worker. So they
are no pickles but JSON in which every value names its kind, and only the kinds listed here are made again: values
without any behaviour of their own. There is no key to keep and to hand to every machine, as signatures would need.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from string import Formatter
from typing import Any

from stellwerk.core.log import Entry, Header
from stellwerk.core.text import Text, Texts
from stellwerk.study.analysis import model
from stellwerk.study.analysis.walk import Eyes
from stellwerk.study.judgement import Step
from stellwerk.study.opinion import Opinion, Proposal
from stellwerk.web.view.advising import Position
from stellwerk.web.view.judgements import Case
from stellwerk.web.view.opinions import Order

LARGEST = 64_000_000
"""Bytes of what is in a parcel, as JSON."""
DATA: tuple[type[Any], ...] = (Header, Entry, Eyes, Order, Position, Case, Step, Opinion, Proposal)
DATA += (model.Study, model.Chart, model.Timeline, model.Table, model.Group, model.Film)
DATA += (model.Series, model.Span, model.Mark, model.Point, model.Row)
KINDS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in DATA}
PLAIN = (str, int, float, type(None))


class NotSent(TypeError):
    """A value of a kind that is not among those listed."""


class BadParcel(ValueError):
    """Not a parcel, or one of another version of the program."""


def packed(value: Any) -> bytes:
    """Raises `NotSent`."""
    return zlib.compress(json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":")).encode(), 1)


def unpacked(parcel: bytes) -> Any:
    """Raises `BadParcel`."""
    try:
        unfolding = zlib.decompressobj()
        data = unfolding.decompress(parcel, LARGEST)
        if not unfolding.eof:
            raise BadParcel("too large")
        return _made(json.loads(data))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, zlib.error) as error:
        raise BadParcel(str(error)) from error


# --- writing ---------------------------------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """Lists as they are; everything else that holds something as an object of its kind."""
    kind = type(value)
    if kind in PLAIN or kind is bool:
        return value
    if kind is list:
        return [_plain(item) for item in value]
    if kind is tuple:
        return {"tuple": [_plain(item) for item in value]}
    if kind is dict and all(type(key) is str for key in value):
        return {"dict": _each(value)}
    if kind is Text:
        return {"Text": [value.message, _each(value.params)]}
    if kind is Texts:
        return {"Texts": [value.message, value.many, value.n, _each(value.params)]}
    if KINDS.get(kind.__name__) is kind:
        return {kind.__name__: {field.name: _plain(getattr(value, field.name)) for field in fields(kind)}}
    raise NotSent(kind.__name__)


def _each(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in values.items()}


# --- reading ---------------------------------------------------------------------------------------------------------


def _made(data: Any) -> Any:
    if type(data) is list:
        return [_made(item) for item in data]
    if type(data) is not dict:
        return data
    ((kind, value),) = data.items()
    return MAKERS[kind](value)


def _all_made(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _made(value) for name, value in data.items()}


def _text(data: tuple[str, Mapping[str, Any]]) -> Text:
    message, params = data
    return Text(_harmless(message), **_all_made(params))


def _texts(data: tuple[str, str, int, Mapping[str, Any]]) -> Texts:
    one, many, n, params = data
    return Texts(_harmless(one), _harmless(many), n, **{k: v for k, v in _all_made(params).items() if k != "n"})


def _harmless(message: str) -> str:
    """A message names its parameters and looks into none of them."""
    if any(name and not name.isidentifier() for _, name, _, _ in Formatter().parse(message)):
        raise BadParcel("a message that looks into its parameters")
    return message


def _maker(kind: type[Any]) -> Callable[[Any], Any]:
    return lambda data: kind(**_all_made(data))


MAKERS: Mapping[str, Callable[[Any], Any]] = {
    "tuple": lambda items: tuple(_made(item) for item in items),
    "dict": _all_made,
    "Text": _text,
    "Texts": _texts,
    **{name: _maker(kind) for name, kind in KINDS.items()},
}
