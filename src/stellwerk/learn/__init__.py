"""Learning a game: a first game in chapters, positions to practise, a guide with pictures.

A game brings them as files in its folders `lessons`, `practice` and `guide`. This room reads them, judges a learner's
moves, and finds positions worth practising in logs of games.
"""
