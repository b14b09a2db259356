"""The map and tiles of one real title as test material: hexes, then tiles, in the tile language."""

from __future__ import annotations

from stellwerk.rail18.atlas import Atlas, Land
from stellwerk.rail18.findings import union
from stellwerk.rail18.hexes import mask
from stellwerk.rail18.service import Bonus, Service, Toll
from stellwerk.rail18.tiles import tile
from stellwerk.rail18.trains import Train, express, normal, plus
from tests.rail18.positions import Run

# hex | printed | stubs | barriers | fixed: never built on | kind
HEXES = """
A3 | o20/30/40/50x1(45) |  |  | fixed | offboard
A5 | c0() |  |  |  | city
A7 | t0() |  |  |  | town
A9 |  |  |  |  | plain
A11 |  |  |  |  | plain
A13 |  |  |  |  | plain
A15 | o10/20/30/40(01) |  |  | fixed | offboard
B4 |  |  |  |  | plain
B6 |  |  |  |  | plain
B8 | c0() |  |  |  | city
B10 |  |  |  |  | plain
B12 | t0() t0() |  |  |  | double_town
B14 |  |  |  |  | boomtown
C3 |  |  |  |  | plain
C5 |  |  |  |  | plain
C7 | t0() |  |  |  | town
C9 | c0() |  |  |  | city
C11 | c0() |  |  |  | city
C13 |  |  |  |  | plain
C15 |  |  |  |  | plain
D4 | t0() |  |  |  | town
D6 |  |  |  |  | plain
D8 |  |  |  |  | plain
D10 |  |  |  |  | plain
D12 | c0() c0() |  |  |  | two_cities
D14 | t0() |  |  |  | town
E3 |  |  |  |  | plain
E5 |  |  |  |  | plain
E7 |  |  |  |  | plain
E9 |  | 0 |  |  | boomtown
E11 |  |  | 4 |  | plain
E13 | c0() |  | 1 |  | city
E15 |  |  |  |  | plain
F2 |  |  |  |  | plain
F4 | c0() c0() |  |  |  | two_cities
F6 |  | 4 |  |  | boomtown
F8 | c20(0) c20(1) c20(3) c20(4) |  |  |  | preprinted
F10 | c0() | 1 |  |  | city
F12 | 1-3 |  |  | fixed | ferry
F14 | 0-2 |  |  | fixed | ferry
G1 |  |  |  |  | plain
G3 | c0() |  |  |  | city
G5 |  |  |  |  | plain
G7 |  | 3 |  |  | plain
G9 | t0() |  |  |  | town
G11 | t0() |  |  |  | town
G13 |  |  |  |  | plain
G15 | t0() |  |  |  | town
H2 |  |  |  |  | plain
H4 |  |  |  |  | plain
H6 | c0() |  |  |  | city
H8 |  |  |  |  | double_boomtown
H10 | c0() |  |  |  | city
H12 | t0() t0() |  |  |  | double_town
H14 | c0() |  |  |  | city
I1 | o10/20/30/40(345) |  |  | fixed | offboard
I3 |  |  |  |  | plain
I5 |  |  |  |  | plain
I7 |  |  |  |  | plain
I9 | c0() c0() |  |  |  | two_cities
I11 |  |  |  |  | plain
I13 |  |  |  |  | plain
I15 | 2-5 |  |  | fixed | ferry
J2 | c0() |  |  |  | city
J4 |  |  |  |  | plain
J6 | c0() |  |  |  | city
J8 | t0() t0() |  |  |  | double_town
J10 |  |  |  |  | plain
J12 | c0() |  |  |  | city
J14 | t0() |  |  |  | town
J16 | 0-2 |  |  | fixed | ferry
K1 | o0/0/0/80(345) |  |  | fixed | offboard
K3 |  |  |  |  | plain
K5 | t0() |  |  |  | town
K7 | t0() |  |  |  | town
K9 |  |  |  |  | plain
K11 |  |  |  |  | plain
K13 | c0() |  |  |  | city
K15 | c0() |  |  |  | city
L2 |  |  |  |  | plain
L4 |  |  |  |  | plain
L6 |  |  |  |  | plain
L8 |  |  |  |  | plain
L10 | c0() |  |  |  | city
L12 | t0() t0() |  |  |  | double_town
L14 |  |  |  |  | boomtown
L16 | t0() |  |  |  | town
M1 |  |  |  |  | plain
M3 | c0() |  |  |  | city
M5 | t0() |  |  |  | town
M7 | c0() |  |  |  | city
M9 |  |  |  |  | plain
M11 |  |  |  |  | plain
M13 |  |  |  |  | plain
M15 | t0() |  |  |  | town
N2 |  |  |  |  | plain
N4 |  |  |  |  | double_boomtown
N6 |  |  |  |  | plain
N8 |  |  |  |  | plain
N10 |  |  |  |  | boomtown
N12 | c0() c0() |  |  |  | two_cities
N14 |  |  |  |  | plain
N16 | h30/30/0/0(012) |  |  | fixed | harbour
O1 |  |  |  |  | plain
O3 | t0() t0() |  |  |  | double_town
O5 | c0() |  |  |  | city
O7 |  |  |  |  | boomtown
O9 |  |  |  |  | plain
O11 | t0() t0() |  |  |  | double_town
O13 |  |  |  |  | plain
O15 | t0() |  |  |  | town
P2 |  |  |  |  | plain
P4 | t0() |  |  |  | town
P6 | t0() |  |  |  | town
P8 | c0() |  |  |  | city
P10 | t0() |  |  |  | town
P12 | c0() |  |  |  | city
P14 | c0() |  |  |  | city
Q7 | o30/40/50/60x1(23) |  |  | fixed | offboard
Q13 | h20/30/40/50(23) |  |  | fixed | harbour
Q15 | o20/30/10/70x1(2) |  |  | fixed | offboard
"""

TILES = """
5 | c20(01) | yellow |  | 6
6 | c20(02) | yellow |  | 6
7 | 0-1 | yellow |  | 5
8 | 0-2 | yellow |  | 15
9 | 0-3 | yellow |  | 15
14 | c30x2(0134) | green |  | 4
15 | c30x2(0123) | green |  | 8
16 | 0-2 1-3 | green |  | 2
17 | 0-4 1-3 | green |  | 1
18 | 0-3 1-2 | green |  | 1
19 | 0-3 2-4 | green |  | 2
20 | 0-3 1-4 | green |  | 2
23 | 0-3 0-4 | green |  | 4
24 | 0-2 0-3 | green |  | 4
25 | 0-2 0-4 | green |  | 3
26 | 0-3 0-5 | green |  | 2
27 | 0-1 0-3 | green |  | 2
28 | 0-4 0-5 | green |  | 2
29 | 0-1 0-2 | green |  | 2
30 | 0-1 0-4 | green |  | 1
31 | 0-2 0-5 | green |  | 1
57 | c20(03) | yellow |  | 6
63 | c40x2(012345) | brown |  | 6
235 | c30(0) c30() | yellow | OO | 5
455 | c50x3(012345) | grey |  | 3
611 | c40x2(01234) | brown |  | 3
619 | c30x2(0234) | green |  | 4
887 | t20(0123) | green |  | 5
888 | t20(0134) | green |  | 3
895 | c50x2(012345) | grey |  | 3
8850 | t20(05) | yellow |  | 5
8851 | t20(04) | yellow |  | 6
8852 | t20(03) | yellow |  | 6
8854 | t20(03) t20(45) | yellow |  | 2
8855 | t20(03) t20(25) | yellow |  | 2
8856 | t20(04) t20(35) | yellow |  | 2
8857 | t20(14) t20(35) | yellow |  | 2
8858 | t20(02) t20(35) | yellow |  | 2
8860 | c40(15) c40(24) | green | OO | 1
8861 | c40(01) c40(34) | green | OO | 1
8862 | c40(05) c40(34) | green | OO | 1
8863 | c40(01) c40(25) | green | OO | 1
8864 | c40(15) c40(23) | green | OO | 1
8865 | c40(15) c40(34) | green | OO | 1
8866 | t20(1235) | green |  | 3
8871 | t20(012345) | brown |  | 3
8872 | c50x2(0123) | brown | OO | 2
8873 | c50x2(0234) | brown | OO | 2
8874 | c50x2(0235) | brown | OO | 2
8875 | c60x2(012345) | grey | OO | 1
8877 | c30(03) | yellow | S | 1
8878 | c40x2(0134) | green | S | 1
8879 | c60x2(01234) | brown | S | 1
8880 | c70x2(01234) | grey | S | 1
8886 | c40(0) c40(1) c40(2) c40(3) c40(4) c40(5) | green | B | 1
8887 | c60x6(012345) | brown | B | 1
8888 | c80x6(012345) | grey | B | 1
"""


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def edges(text: str) -> int:
    return mask([int(edge) for edge in text])


TILE_SET = {name: tile(name, text, colour, label) for name, text, colour, label, _ in rows(TILES)}
CHINA = Atlas(
    [
        Land(hex, tile(hex, printed), fixed != "fixed", edges(stubs), edges(barriers))
        for hex, printed, stubs, barriers, fixed, _ in rows(HEXES)
    ],
    TILE_SET.values(),
)
KINDS = {row[0]: row[5] for row in rows(HEXES)}
FERRIES = ("F12",), ("F14",), ("I15", "J16")


def train(name: str) -> Train:
    """A train by its name: ``4``, ``2+2``, ``6E``, ``2R``."""
    if "+" in name:
        large, small = name.split("+")
        return plus(name, int(large), int(small))
    return express(name, int(name[:-1])) if name.endswith("E") else normal(name, int(name.rstrip("R")))


def service_of(run: Run) -> Service:
    """What the company of a recorded run may run on: ferries cost 10, one line is worth 50, Taiwan 20 more to one."""
    column = "ABCD".index(run.phase[0])
    taiwan = 20 if "P3" in run.privates else 0
    sides = [union(bit for (hex, _), bit in CHINA.sides.items() if hex in ferry) for ferry in FERRIES]
    return Service(
        CHINA.layout(run.board),
        run.board.places(run.company),
        CHINA.blocked(run.board, run.company),
        lambda place, node: node.worth(column) + (taiwan if place[0] == "N16" else 0),
        () if "P2" in run.privates else tuple(Toll(mask, 10) for mask in sides),
        (Bonus((("A3", 0), ("A15", 0)), 50),),
    )
