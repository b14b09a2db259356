"""Yokohama: a first game in chapters, one file each; all of them are taken from one game, `game.log`."""

SUBJECTS = (
    *("placing", "power", "technologies", "orders", "walking", "taking orders", "buildings"),
    *("power-5 tiles", "agents", "end", "majorities"),
)
"""What a learner has done himself at the end."""
MINUTES = 25
"""The most the chapters may take together."""
