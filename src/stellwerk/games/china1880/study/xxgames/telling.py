"""The log of a file told while it is followed, so that nobody need fold it again, and the way back from what failed."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import Action, Rule, Text, pending, settle
from stellwerk.core.chance import REFEREE
from stellwerk.core.log import Entry, Record
from stellwerk.core.timeline import Timeline, Told
from stellwerk.games.china1880.rules.state import China


@dataclass(slots=True)
class Telling:
    """An entry is told when the next one begins: that site may wait before its last steps."""

    record: Record[China]
    timeline: Timeline[China]
    begun: tuple[Entry, Text | None, Rule | None] | None = None
    """The last entry, what it said, and the rule of the question it answered."""

    @classmethod
    def of(cls, record: Record[China]) -> Telling:
        s = record.state
        start = record.game.setup(s.seats, s.variants, s.tables.components)
        return cls(record, Timeline(record.game, record.header, record.entries, start=start))

    def begin(self, entry: Entry, action: Action) -> None:
        """An entry is about to be played: what it says is told from the position before it."""
        self.close()
        record = self.record
        record.entries.append(entry)
        s = record.state
        choice = pending(s)
        if choice is not None and not choice.waits:  # a ruling between two steps: the log has it after all of them
            self.timeline.add(entry)
            return
        said = None if entry.seat == REFEREE else record.game.describe(s, action)
        self.begun = entry, said, None if choice is None else choice.rule
        s.heard = []

    def close(self) -> None:
        """Whatever comes of the last entry is told."""
        if self.begun is None:
            return
        (entry, said, rule), s = self.begun, self.record.state
        heard, s.heard, self.begun = s.heard or [], None, None
        if (step := pending(s)) is not None and not step.waits:
            s = s.copy()
            s.heard = heard
            settle(s)
        self.timeline.note(Told(entry, said, tuple(heard), rule), s)

    def back_to(self, version: int) -> None:
        """As if nothing had come after a version. Its last entry is told anew: it may have had steps to run."""
        self.close()
        last = self.record.entries[version - 1]
        del self.record.entries[version:]
        self.timeline.cut(version - 1)
        self.timeline.add(last)
        self.record.state = self.timeline.state_at(version)
