"""Russian Railroads: a first game in chapters, one file each.

One game for two goes through all of them; each file begins with the moves made so far.
"""

SUBJECTS = (
    *("workers", "track", "colours", "doublers", "locomotives", "factories", "industry"),
    *("coins", "engineers", "scoring", "own engineer", "?-tiles"),
)
"""What a learner has done himself at the end."""
MINUTES = 25
"""The most the chapters may take together."""
