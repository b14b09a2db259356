"""Checkers of Yokohama written from the rulebook a second time; of the engine they use only its data files."""
