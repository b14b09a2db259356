"""The `stellwerk` command, also by `python -m stellwerk` where no script is installed."""

from __future__ import annotations

import sys


def main() -> None:
    """The bare list of games is printed at once: to load the parser of commands takes longer."""
    if sys.argv[1:] == ["games"]:
        print_games()
    else:
        from stellwerk import cli

        cli.main()


def print_games() -> None:
    from stellwerk.game_list import lines
    from stellwerk.locale import language_of_environment, translator

    print(*lines(translator(language_of_environment())), sep="\n")


if __name__ == "__main__":
    main()
