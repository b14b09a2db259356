"""Every practice position of every game, asked of its judge again."""

from __future__ import annotations

from importlib.resources import files

from stellwerk import games
from stellwerk.learn.posing import checked
from stellwerk.learn.practice import shelf_of


def soak(quick: bool = False) -> list[str]:
    rows = []
    for id_ in games.ids():
        shelf = shelf_of(id_, files(games.package(id_)) / "practice")
        problems = shelf.problems[: 2 if quick else None]
        complaints = [f"{problem.id}: {said}" for problem in problems if (said := checked(shelf, problem))]
        assert not complaints, f"{id_}: {complaints}"
        proven = sum(shelf.kinds[problem.kind].judge == "turn" for problem in problems)
        rows.append(f"| practice | positions of {id_} | {len(problems)} | {proven} proven, the others by the bot |")
    return rows
