"""Yokohama, two to four players.

Its rules, and what goes with them in each room of the house; nothing is loaded before it is asked for.
"""
