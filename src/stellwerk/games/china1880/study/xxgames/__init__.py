"""Games of 18xx.games: read, replayed through our own engine, compared state by state, and written again."""
