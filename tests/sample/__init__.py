"""A small game for tests of the house: rules only, no companions."""
