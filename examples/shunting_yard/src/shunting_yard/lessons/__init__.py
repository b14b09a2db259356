"""Shunting Yard: lessons, one file a chapter."""

SUBJECTS = ("giving", "coupling", "delivering")
MINUTES = 5
