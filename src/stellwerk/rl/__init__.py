"""Environments for reinforcement learning: PettingZoo (several agents) and Gymnasium (one against bots).

Importing this package registers every game with Gymnasium: `gymnasium.make("stellwerk/RussianRailroads-v0")`, and
`gymnasium.make_vec` for many games at once.
"""

from __future__ import annotations

try:
    import gymnasium
    import numpy
    import pettingzoo
except ImportError as error:
    raise ImportError("the environments need the extra `rl`: pip install 'stellwerk[rl]'") from error

from stellwerk import games

__all__ = ["gymnasium", "gymnasium_id", "numpy", "pettingzoo"]


def gymnasium_id(game_id: str) -> str:
    """The name a game has with Gymnasium: `russian-railroads` is `stellwerk/RussianRailroads-v0`."""
    return f"stellwerk/{''.join(word.capitalize() for word in game_id.split('-'))}-v0"


for _id in games.ids():
    if gymnasium_id(_id) not in gymnasium.registry:
        gymnasium.register(
            gymnasium_id(_id),
            "stellwerk.rl.single:against_bots",
            vector_entry_point="stellwerk.rl.vector:StellwerkVectorEnv",
            kwargs={"game": _id},
        )
