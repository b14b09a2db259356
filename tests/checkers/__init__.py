"""Checkers of 1880 written from the rulebook a second time; of the engine they use nothing but its data files."""
