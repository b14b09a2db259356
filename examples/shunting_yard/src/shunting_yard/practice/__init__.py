"""Shunting Yard: practice positions."""
