"""A position on a terminal: every part of the table in a few lines, or one of them in full."""

from __future__ import annotations

from rich.console import Console

from stellwerk.core.text import Text, Texts, Translator
from stellwerk.draw import Drawing
from stellwerk.draw.words import in_words


def print_position(drawing: Drawing, part: str, words: Translator, screen: Console) -> None:
    """Without `part` what fits a paragraph each; a map is only named, its places are many."""
    known = [fragment for fragment, _ in in_words(drawing)]
    wanted = [fragment.id for fragment in known if part.lower() in (fragment.id, fragment.title.lower(), "")]
    if not wanted:
        there = ", ".join(fragment.id for fragment in known)
        screen.print(Text("no part is called {name}; there are: {known}", name=part, known=there).render(words))
    for fragment, lines in in_words(drawing):
        if fragment.id in wanted:
            screen.print(f"{fragment.title} ({fragment.id})", style="bold")
            if part:
                for line in lines:
                    screen.print(f"  {line}")
            elif fragment.kind == "map":
                more = Texts(
                    "{n} line, to be asked for by its name", "{n} lines, to be asked for by its name", len(lines)
                )
                screen.print(f"  {more.render(words)}", style="dim")
            else:
                screen.print("  " + " · ".join(lines), style="dim")
