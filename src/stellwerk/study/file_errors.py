"""Files that cannot be read or written, as commands say it: one sentence, and an exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from stellwerk.command_line import ExitCode, out_of_reach, refused
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import BadLog
from stellwerk.core.text import Text, Translator

BAD_FILE = (BadLog, BadPosition, BadComponent)


def refusal(error: BadLog | BadPosition | BadComponent, words: Translator) -> typer.Exit:
    """What is wrong with the file, with the rule if one is broken."""
    rule = f" [{error.illegal.rule}]" if isinstance(error, BadLog) and error.illegal else ""
    return refused(Text("{problem}{rule}", problem=error.text, rule=rule), words, ExitCode.NO)


@contextmanager
def refusing_bad_files(words: Translator) -> Iterator[None]:
    try:
        yield
    except BAD_FILE as error:
        raise refusal(error, words) from error


def unreadable(error: OSError, words: Translator) -> typer.Exit:
    return refused(out_of_reach(error), words)


def saved(save: Callable[[], object], words: Translator) -> None:
    try:
        save()
    except OSError as error:
        raise unreadable(error, words) from error
