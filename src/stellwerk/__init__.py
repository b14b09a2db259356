"""Stellwerk: play, study and program three heavy board games."""
