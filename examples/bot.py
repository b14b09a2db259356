"""A bot of your own over the API; put your own thoughts into `choose`.

python examples/bot.py SERVER LINK          takes the seat of a link and plays it to the end
python examples/bot.py SERVER GAME [SEATS]  opens a table of its own against bots of the server
"""

import random
import sys
from typing import Any

from stellwerk.client import Client

NAME = "example bot"


def choose(view: dict[str, Any], options: list[dict[str, Any]]) -> str:
    """`view` is all the seat may see; an option has an `action` and its `text`."""
    action: str = random.choice(options)["action"]
    return action


def main(server: str, what: str, seats: str = "") -> None:
    site = Client(server)
    site.sign_in_as_guest(NAME)
    if "/seat/" in what:
        table = site.take_seat(what, NAME)
    else:
        fewest = next(game["seats"][0] for game in site.games() if game["id"] == what)
        others = [{"kind": "bot", "bot": "random"}] * (int(seats or fewest) - 1)
        table = site.open_table(what, [{"kind": "me"}, *others])["table"]
    for score in site.play(table, choose):
        print(score)


if __name__ == "__main__":
    main(*sys.argv[1:])
