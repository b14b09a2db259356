"""Ways to damage a game file, by name and seed: what an import must survive with a report instead of a crash.

An operator changes a decoded file in place at a place the generator picks; `bytes_` operators damage the file itself.
"""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable, Sequence
from typing import Any

from stellwerk.core import Rng
from stellwerk.core.chance import pick

File = dict[str, Any]
Operator = Callable[[File, Rng], None]

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**40,
    1.5,
    "",
    "?",
    "é" * 50,
    [],
    [[]],
    {},
    {"type": "pass"},
    "0",
    "BCR",
    "P7",
)


def _some(file: File, rng: Rng, *keys: str) -> dict[str, Any] | None:
    """An action that has all of these keys; looked for from a chance place on."""
    actions: list[Any] = file["actions"]
    start = rng.randrange(len(actions)) if actions else 0
    around = (*actions[start:], *actions[:start])
    return next((a for a in around if isinstance(a, dict) and all(key in a for key in keys)), None)


def _place(file: File, rng: Rng) -> int:
    return rng.randrange(len(file["actions"]) + 1)


def _values(file: File, key: str) -> list[Any]:
    """Every value a key has anywhere in the file, so that a change looks plausible."""
    return [a[key] for a in file["actions"] if isinstance(a, dict) and key in a] or ["?"]


def _replacing(key: str) -> Operator:
    def replace(file: File, rng: Rng) -> None:
        action = _some(file, rng, key)
        if action is not None:
            action[key] = copy.deepcopy(pick(rng, _values(file, key)))

    return replace


def _shifting(key: str, steps: Sequence[int]) -> Operator:
    def shift(file: File, rng: Rng) -> None:
        action = _some(file, rng, key)
        if action is not None and isinstance(action[key], int):
            action[key] += pick(rng, steps)

    return shift


def drop_action(file: File, rng: Rng) -> None:
    if file["actions"]:
        del file["actions"][rng.randrange(len(file["actions"]))]


def drop_many(file: File, rng: Rng) -> None:
    start = _place(file, rng)
    del file["actions"][start : start + 2 + rng.randrange(30)]


def double_action(file: File, rng: Rng) -> None:
    if file["actions"]:
        place = rng.randrange(len(file["actions"]))
        file["actions"].insert(place, copy.deepcopy(file["actions"][place]))


def swap_neighbours(file: File, rng: Rng) -> None:
    actions = file["actions"]
    if len(actions) > 1:
        place = rng.randrange(len(actions) - 1)
        actions[place], actions[place + 1] = actions[place + 1], actions[place]


def move_action(file: File, rng: Rng) -> None:
    actions = file["actions"]
    if actions:
        moved = actions.pop(rng.randrange(len(actions)))
        actions.insert(_place(file, rng), moved)


def cut_list(file: File, rng: Rng) -> None:
    del file["actions"][_place(file, rng) :]


def unknown_kind(file: File, rng: Rng) -> None:
    action = _some(file, rng, "type")
    if action is not None:
        action["type"] = pick(rng, ("take_loan", "bankrupt", "merge", "Pass", "", "🚂", "undo", "redo", "end_game"))


def other_kind(file: File, rng: Rng) -> None:
    action = _some(file, rng, "type")
    if action is not None:
        action["type"] = pick(rng, _values(file, "type"))


def foreign_entity(file: File, rng: Rng) -> None:
    action = _some(file, rng, "entity")
    if action is not None:
        other = _some(file, rng, "entity") or action
        action["entity"], action["entity_type"] = other["entity"], other.get("entity_type")


def insert_undo(file: File, rng: Rng) -> None:
    undo: dict[str, Any] = {"type": "undo", "entity": 0, "entity_type": "player"}
    if rng.randrange(2):
        undo["action_id"] = pick(rng, [*_values(file, "id"), 0, 99999, -3])
    file["actions"].insert(_place(file, rng), undo)


def insert_redo(file: File, rng: Rng) -> None:
    file["actions"].insert(_place(file, rng), {"type": "redo", "entity": 0, "entity_type": "player"})


def insert_pass(file: File, rng: Rng) -> None:
    like = _some(file, rng, "entity", "entity_type")
    if like is not None:
        act = {"type": "pass", "entity": like["entity"], "entity_type": like["entity_type"]}
        file["actions"].insert(_place(file, rng), act)


def insert_end(file: File, rng: Rng) -> None:
    file["actions"].insert(_place(file, rng), {"type": "end_game", "entity": 0, "entity_type": "player"})


def drop_field(file: File, rng: Rng) -> None:
    action = _some(file, rng)
    if action:
        del action[pick(rng, list(action))]


def junk_field(file: File, rng: Rng) -> None:
    action = _some(file, rng)
    if action:
        action[pick(rng, list(action))] = copy.deepcopy(pick(rng, JUNK))


def junk_action(file: File, rng: Rng) -> None:
    file["actions"].insert(_place(file, rng), copy.deepcopy(pick(rng, JUNK)))


def junk_top(file: File, rng: Rng) -> None:
    file[pick(rng, list(file))] = copy.deepcopy(pick(rng, JUNK))


def drop_automatic(file: File, rng: Rng) -> None:
    action = _some(file, rng, "auto_actions")
    if action is not None:
        del action["auto_actions"]


def junk_automatic(file: File, rng: Rng) -> None:
    action = _some(file, rng)
    if action is not None:
        action["auto_actions"] = copy.deepcopy([pick(rng, JUNK), pick(rng, file["actions"])])


def _route(file: File, rng: Rng) -> dict[str, Any] | None:
    run = _some(file, rng, "routes")
    routes = run["routes"] if run is not None else []
    return pick(rng, routes) if isinstance(routes, list) and routes and isinstance(routes[0], dict) else None


def edit_revenue(file: File, rng: Rng) -> None:
    route = _route(file, rng)
    if route is not None and isinstance(route.get("revenue"), int):
        route["revenue"] += pick(rng, (-50, -10, 10, 20, 1000))


def edit_route(file: File, rng: Rng) -> None:
    """A hex of a hop becomes another one, or the hop is cut, turned, doubled or emptied."""
    route = _route(file, rng)
    hops = route.get("connections") if route else None
    if not isinstance(hops, list) or not hops:
        return
    n = rng.randrange(len(hops))
    hexes = pick(rng, _values(file, "hex"))
    changed: Sequence[Any] = ([hexes, *hops[n][1:]], hops[n][:1], hops[n][::-1], [], [*hops[n], *hops[n]], hexes)
    hops[n] = pick(rng, changed)


def edit_nodes(file: File, rng: Rng) -> None:
    route = _route(file, rng)
    if route is not None:
        route["nodes"] = pick(rng, ([], None, ["F8-9"], ["?"], [3], "F8-0", ["A3-0", "A3-0"]))


def double_route(file: File, rng: Rng) -> None:
    run = _some(file, rng, "routes")
    if run is not None and isinstance(run["routes"], list):
        run["routes"] = run["routes"] * 2


def edit_result(file: File, rng: Rng) -> None:
    result = file.get("result")
    if isinstance(result, dict) and result:
        result[pick(rng, list(result))] = rng.randrange(20000)


def wrong_title(file: File, rng: Rng) -> None:
    file["title"] = pick(rng, ("1880 Romania", "1830", "", None, 1880))


def edit_players(file: File, rng: Rng) -> None:
    players = file["players"]
    change = rng.randrange(4)
    if change == 0:
        players.pop()
    elif change == 1:
        players.append({"id": 99, "name": "Nobody"})
    elif change == 2:
        players.reverse()
    else:
        pick(rng, players)["id"] = pick(rng, ("x", -5, None, 0, []))


OPERATORS: dict[str, Operator] = {
    op.__name__: op
    for op in (
        *(drop_action, drop_many, double_action, swap_neighbours, move_action, cut_list, unknown_kind, other_kind),
        *(foreign_entity, insert_undo, insert_redo, insert_pass, insert_end, drop_field, junk_field, junk_action),
        *(junk_top, drop_automatic, junk_automatic, edit_revenue, edit_route, edit_nodes, double_route, edit_result),
        *(wrong_title, edit_players),
    )
} | {
    "edit_price": _shifting("price", (-1000, -100, -5, -1, 1, 5, 100, 1000)),
    "edit_rotation": _shifting("rotation", (1, 2, 3, 4, 5, 7)),
    "edit_slot": _shifting("slot", (-1, 1, 2, 3)),
    "edit_percent": _shifting("percent", (-10, 10, 20)),
    **{f"other_{key}": _replacing(key) for key in ("hex", "tile", "company", "corporation", "minor", "share_price")},
    **{f"other_{key}": _replacing(key) for key in ("choice", "shares", "city", "train", "kind", "target", "routes")},
}
"""Operators on a decoded file."""

OF_BYTES = ("cut_bytes", "flip_bytes", "cut_packed", "flip_packed")


def damaged(data: File, name: str, rng: Rng) -> bytes:
    """The file with one operator applied, as bytes."""
    if name in OPERATORS:
        changed = copy.deepcopy(data)
        OPERATORS[name](changed, rng)
        return json.dumps(changed).encode()
    plain = json.dumps(data).encode()
    packed = bytearray(gzip.compress(plain, 1) if name.endswith("packed") else plain)
    if name.startswith("cut"):
        return bytes(packed[: rng.randrange(len(packed))])
    for _ in range(1 + rng.randrange(8)):
        packed[rng.randrange(len(packed))] = rng.randrange(256)
    return bytes(packed)


NAMES = (*OPERATORS, *OF_BYTES)
