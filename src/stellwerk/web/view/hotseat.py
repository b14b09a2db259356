"""Hot seat: several players at one screen. What the next one alone may know is shown when he says that he is there."""

from __future__ import annotations

from stellwerk.core import Seat
from stellwerk.table.moves.forced import keeps_secrets
from stellwerk.table.storage.loaded import LoadedTable


def needs_passing(table: LoadedTable, mine: tuple[Seat, ...]) -> bool:
    """Whether people pass this screen on. A private try-out is one person's, and so is a game from a known position."""
    return table.hotseat and len(mine) > 1 and not (table.imagined or table.header.position is not None)


def viewer_seat(table: LoadedTable, mine: tuple[Seat, ...], holder: Seat | None) -> tuple[Seat | None, Seat | None]:
    """Through whose eyes a table is seen that is passed on, and to whom it must be passed first.

    The seat to move looks at it, else whoever held it last; but nobody sees what only another may know.
    """
    wanted = table.to_move if table.to_move in mine else holder if holder in mine else mine[0]
    assert wanted is not None
    if holder == wanted or table.finished or not keeps_secrets(table.rules, table.state, wanted):
        return wanted, None
    return None, wanted if wanted == table.to_move else None
