"""One line of a player board of Russian Railroads: from a gate of Moscow along its locomotives to the last space."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.chance import Seat
from stellwerk.core.text import Text
from stellwerk.draw.element import El, el, number
from stellwerk.draw.icons import shape
from stellwerk.draw.sheet import Sheet, words_at
from stellwerk.games.russian_railroads.draw.verbs import piece
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.components import Line, Special
from stellwerk.games.russian_railroads.rules.view import PlayerView

CELL, LANE = 44, 19
WALL, SLOT = 34, 50  # how wide Moscow's wall is, and the place of a locomotive
LEFT = WALL + 10 + 2 * SLOT
RIGHT = LEFT + 15 * CELL + 8
NAME, NUMBERS, BELOW = 28, 27, 58  # rows above the lanes, and what is reached below them
TOP = NAME + NUMBERS


def height(line: Line) -> float:
    return TOP + LANE * len(line.colours) + BELOW


def line_art(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, n: int) -> Iterator[El]:
    line, high = box.lines[n], LANE * len(box.lines[n].colours)
    yield from _bed(line)
    yield forecast(sheet, f"forecast-{seat}-{line.id}", player.forecast[n], WALL + 8, 0)
    yield words_at(WALL + 42, 21, sheet.say(Text(line.name)), "line-name")
    yield _reach(sheet, seat, line, player.reach[n])
    yield el("path", d="".join(f"M{LEFT + CELL * i} {TOP}v{high}" for i in range(1, line.length)), class_="space-line")
    yield from _slots(sheet, box, seat, player, n)
    yield from _numbers(line)
    yield from _doublers(sheet, seat, player, line)
    yield from _specials(sheet, box, seat, player, line)
    for i, colour in enumerate(line.colours):
        yield _track(sheet, box, seat, player, n, colour, TOP + high - LANE * (i + 1))


def _bed(line: Line) -> Iterator[El]:
    """The ballast with its sleepers lies there before any track does: an empty line is a line to be built."""
    high, end = LANE * len(line.colours), LEFT + line.length * CELL
    middle = TOP + high / 2
    yield el("path", d=f"M{WALL - 8} {middle + 16:g}v-22a7 7 0 0 1 14 0v22Z", class_="gate")
    yield el("path", d=f"M{WALL} {middle:g}H{LEFT}", class_="approach")
    yield el("rect", x=LEFT - 4, y=TOP - 3, width=end - LEFT + 8, height=high + 6, rx=7, class_="line-bed")
    lanes = "".join(f"M{LEFT + 5} {TOP + LANE * (i + 0.5):g}H{end}" for i in range(len(line.colours)))
    yield el("path", d=f"M{WALL} {middle:g}H{LEFT - 4}{lanes}", class_="sleepers")


def forecast(sheet: Sheet, id: str, points: int, x: float, y: float) -> El:
    """What the next scoring would bring as things stand."""
    title = Text("points if scored now: {n}", n=points)
    return sheet.thing(id, title, *_shield(points, x, y))


def _shield(points: int, x: float, y: float) -> list[El]:
    shield = el("g", shape("points"), transform=f"translate({number(x)} {number(y)}) scale(1.2)")
    return [shield, words_at(x + 14.4, y + 20, points, "shield-points")]


def _numbers(line: Line) -> Iterator[El]:
    for space in range(line.doublers + 1, line.length + 1):
        yield words_at(LEFT + (space - 0.5) * CELL, TOP - 8, space, "space-number")


def _slots(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, n: int) -> Iterator[El]:
    line = box.lines[n]
    name = Text(line.name)
    y = TOP + (LANE * len(line.colours) - 52) / 2
    for i, loco in enumerate(player.locomotives[n]):
        title = Text("locomotive {number} at {line}", number=loco, line=name)
        if not loco:
            title = Text("place for a locomotive at {line}", line=name)
        yield sheet.thing(
            f"slot-{seat}-{line.id}-{i}",
            title,
            el("rect", width=46, height=52, rx=6, class_="slot-box" + ("" if loco else " empty")),
            el("g", shape("locomotive"), transform="translate(10 3) scale(1.08)", class_="slot-loco"),
            words_at(23, 47, loco, "slot-number") if loco else None,
            el("rect", x=2, y=2, width=42, height=48, rx=5, class_="ring"),
            transform=f"translate({LEFT - SLOT * (len(player.locomotives[n]) - i) - 4} {y:g})",
        )


def _doublers(sheet: Sheet, seat: Seat, player: PlayerView, line: Line) -> Iterator[El]:
    for n in range(line.doublers):
        laid = n < player.doublers
        x = LEFT + n * CELL + 5
        title = Text("doubler on space {space}", space=n + 1) if laid else Text("place for a doubler")
        yield sheet.thing(
            f"doubler-{seat}-{n + 1}",
            title,
            el("rect", x=x, y=NAME, width=34, height=23, rx=5, class_="doubler-place" + (" laid" if laid else "")),
            words_at(x + 17, TOP - 8, "×2" if laid else n + 1, "doubler-text" if laid else "space-number"),
        )


def _reach(sheet: Sheet, seat: Seat, line: Line, far: int) -> El:
    """How far the locomotives of the line go: the spaces they reach lie open, with a line below them."""
    high, wide = LANE * len(line.colours), min(far, line.length) * CELL
    title = Text("locomotives reach space {space}", space=far)
    return sheet.thing(
        f"reach-{seat}-{line.id}",
        title,
        el("rect", x=LEFT, y=TOP - 1, width=wide, height=high + 2, class_="reached"),
        el("path", d=f"M{LEFT - 4} {TOP + high + 5}h{wide + 4}", class_="reach"),
    )


def _track(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, n: int, colour: str, y: float) -> El:
    line = box.lines[n]
    at = player.tracks[n][box.colour[colour]]
    track = words.track(colour)
    title = Text("{track} of {line}: space {space}", track=track, line=Text(line.name), space=at)
    if not at:
        title = Text("{track} of {line}: not begun", track=track, line=Text(line.name))
    aim = LEFT + min(at, line.length - 1) * CELL
    return sheet.thing(
        f"track-{seat}-{line.id}-{colour}",
        title,
        _rails(colour, at * CELL, y) if at else None,
        el("rect", x=aim + 2, y=y + 1, width=CELL - 4, height=LANE - 2, rx=4, class_="ring hit"),
        class_="line-track",
    )


def _rails(colour: str, wide: float, y: float) -> list[El]:
    """Track that is laid: each space shows the ties of its colour."""
    bar = el("rect", x=LEFT + 1, y=y + 2, width=wide - 3, height=LANE - 4, rx=3, class_=f"track {colour}")
    return [bar, el("path", d=f"M{LEFT} {y + LANE / 2:g}h{wide - 2}", class_=f"rail-ties {colour}")]


BENEFITS = {
    "tracks": Text("{track} may be built from now on"),
    "worker": Text("one more worker"),
    "tile": Text("one ?-tile"),
    "points": Text("points, once: {n}"),
    "double": Text("the whole line counts double"),
    "star": Text("points at every scoring: {n}"),
    "medal": Text("points at every scoring, with the medal: {n}"),
}


def benefit_of(special: Special) -> Text:
    """What a special space brings, in words."""
    track = words.track(special.takes) if special.takes else ""
    return Text(BENEFITS[special.benefit].message, n=special.n, track=track)


def reached(box: Box, player: PlayerView, special: Special) -> bool:
    """Whether track, and where it is asked for a locomotive, have got there."""
    line = box.line[special.line]
    on = player.tracks[line][box.colour[special.colour]] >= special.space
    return on and (not special.locomotive or player.reach[line] >= special.space)


def _specials(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, line: Line) -> Iterator[El]:
    """What track brings, below its space; where one space brings two things, the second stands before the first."""
    taken: set[int] = set()
    for special in (special for special in box.specials if special.line == line.id):
        before = special.space in taken
        taken.add(special.space)
        yield _special(sheet, box, seat, player, special, LEFT + (special.space - 1 - before) * CELL, before)


def _special(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, special: Special, x: float, before: bool) -> El:
    track = words.track(special.colour)
    needs = (
        Text("{track} and locomotives on space {space}", track=track, space=special.space)
        if special.locomotive
        else Text("{track} on space {space}", track=track, space=special.space)
    )
    done = " done" if reached(box, player, special) else ""
    return sheet.thing(
        f"special-{seat}-{special.id}-{special.benefit}",
        Text("{needs}: {benefit}", needs=needs, benefit=benefit_of(special)),
        el("rect", x=1, y=0, width=CELL - 2, height=47, rx=5, class_=f"special-box{done}"),
        piece(4, 33, 19 if special.locomotive else 36, 11, special.colour),
        el("g", shape("locomotive"), transform="translate(25 31) scale(.62)") if special.locomotive else None,
        _benefit(special),
        el("path", d=f"M{CELL - 1} 16l7 7-7 7Z", class_="special-hand") if before else None,
        transform=f"translate({x} {TOP + LANE * len(box.lines[box.line[special.line]].colours) + 9:g})",
        class_=f"special{done}",
    )


def _benefit(special: Special) -> list[El]:
    match special.benefit:
        case "tracks":
            return piece(6, 7, 32, 19, special.takes)
        case "worker":
            return [el("g", shape("worker"), transform="translate(10 4)")]
        case "tile":
            return [words_at(22, 25, "?", "special-text")]
        case "double":
            return [words_at(22, 25, "×2", "special-text")]
        case "medal":
            return [el("g", shape("medal"), transform="translate(8.5 3) scale(1.12)")]
    return _shield(special.n, 7.6, 2)
