"""Data sets of games for learning machines: a row for every decision, in Parquet, with a card that says what it is."""
