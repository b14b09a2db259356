"""Shunting Yard: wagons and secret orders for two to four players, in twenty minutes.

Its rules, and what goes with them in each room of the house; nothing is loaded before it is asked for.
"""
