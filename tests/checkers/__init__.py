"""Checkers written from the rulebooks a second time; of the engine they use nothing but its data files."""
