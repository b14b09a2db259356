"""What happens to a log: a move and what follows from it, undo, votes; each request once."""
