"""1880: a first game in chapters, one file each; all of them are taken from one game, `game.log`."""

SUBJECTS = (
    *("auction", "investors", "founding", "floating", "track", "rocket", "running", "dividend", "price"),
    *("merger", "train rush", "phases", "scrap", "communism", "trains", "forced purchase", "end"),
)
"""What a learner has done himself at the end."""
MINUTES = 60
"""The most the chapters may take together."""
