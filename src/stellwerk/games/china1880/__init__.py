"""1880: China (Helmut Ohley and Leonhard Orgler, edition of 2022), 3–7 players.

Its rules, and what goes with them in each room of the house; nothing is loaded before it is asked for.
The title and the number of seats stand here, so that a list of games loads none.
"""

from stellwerk.core.text import Text

TITLE = Text("1880: China")
SEATS = range(3, 8)
