"""Shunting Yard: wagons and secret orders for two to four players, in twenty minutes.

Its rules, and what goes with them in each room of the house; nothing is loaded before it is asked for.
The title and the number of seats stand here, so that a list of games loads none.
"""

from stellwerk.core.text import Text

TITLE = Text("Shunting Yard")
SEATS = range(2, 5)
