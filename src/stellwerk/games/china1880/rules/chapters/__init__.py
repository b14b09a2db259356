"""The chapters of the rulebook, one module each."""
