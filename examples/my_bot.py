"""A bot to begin with: it tries every answer once and takes the one that leaves it with most points.

`stellwerk check-bot my_bot:MyBot` says whether it may play; `stellwerk arena yokohama --bots my_bot:MyBot,greedy` lets
it play.
"""

from stellwerk.bots import Answer
from stellwerk.core import after

LOOKED_AT = 30


class MyBot:
    blind = False  # True if it does without a view: then `view` is None

    def answer(self, game, view, options, rng, budget):
        # `view.seat` is who asks. The state is imagined: what the seat cannot see is guessed by `rng`.
        state = game.imagine(view, rng)
        # Options need not be a list: routes and amounts have too many. `suggest` gives some of them, `sample` one.
        answers = list(options) if options.finite and len(options) <= LOOKED_AT else options.suggest(LOOKED_AT)
        end = None if budget.seconds is None else budget.clock() + budget.seconds / 2
        best = answers[0]
        most = None
        for action in answers:
            if most is not None and end is not None and budget.clock() > end:
                break
            points = game.scores(after(state, action))[view.seat].total + rng.random() / 2
            if most is None or points > most:
                best, most = action, points
        return Answer(best)
