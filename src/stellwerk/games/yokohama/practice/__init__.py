"""Yokohama: practice positions of real games."""
