"""Lessons: a first game in chapters, played by the learner on the real engine.

A game brings its lessons as files in its folder `lessons`; this room reads them, judges a learner's moves and answers
for everybody else.
"""
