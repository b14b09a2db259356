"""Files that cannot be read or written, as commands say it: one sentence, and the exit code 2."""

from __future__ import annotations

from collections.abc import Callable

import typer

from stellwerk.consoles import aside
from stellwerk.core.text import Text, Translator


def unreadable(error: OSError, words: Translator) -> typer.Exit:
    message = Text("cannot be read or written: {reason}", reason=str(error)).render(words)
    aside.print(message, style="red")
    return typer.Exit(2)


def saved(save: Callable[[], object], words: Translator) -> None:
    try:
        save()
    except OSError as error:
        raise unreadable(error, words) from error
