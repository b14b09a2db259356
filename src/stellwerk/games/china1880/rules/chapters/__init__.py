"""1880: the chapters of the rulebook, one module each."""
