"""What the rows of the component tables are called."""

from __future__ import annotations

from stellwerk.core.text import Text

TITLES = {
    "engineer": Text("Engineers"),
    "space": Text("Action spaces"),
}
