"""The browsers somebody is told by: which, one more, one less, and a message to try them."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.core import Text
from stellwerk.table.background import push
from stellwerk.table.background.channels import Message, NotDelivered
from stellwerk.table.background.push import Device
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating.seats import new_id
from stellwerk.table.service.limits import Limits
from stellwerk.table.settings import Settings
from stellwerk.table.storage.store import Store


class Devices:
    def __init__(self, store: Store, limits: Limits, settings: Settings) -> None:
        self.store, self.limits, self.settings = store, limits, settings
        if push.is_offered():
            store.do(push.make_key)

    @property
    def offered(self) -> bool:
        return push.is_offered()

    def key(self) -> str | None:
        """What a browser must know to be told by this site; None where push is not installed."""
        if not self.offered:
            return None
        with self.store.reading() as conn:
            return push.public_key(conn)

    def of(self, who: Person) -> list[Device]:
        with self.store.reading() as conn:
            return push.devices(conn, who.id)

    def add(self, who: Person, given: Mapping[str, str], agent: str) -> str:
        if not self.offered:
            raise Refused("push", push.MISSING, 422)
        self.limits.count("notices", who)
        return self.store.do(lambda work: push.add_device(work, who, new_id(), given, agent))

    def drop(self, who: Person, device: str) -> None:
        self.store.do(lambda work: push.drop_device(work, who.id, device))

    def tried(self, who: Person, message: Message) -> list[Text | None]:
        """Why a message to each device did not arrive."""
        return [self._tried(who, device, message) for device in self.of(who)]

    def _tried(self, who: Person, device: Device, message: Message) -> Text | None:
        try:
            with self.store.reading() as conn:
                push.send(conn, self.settings, who.id, device.id, message)
        except NotDelivered as problem:
            if isinstance(problem, push.Gone):
                self.drop(who, device.id)
            return problem.text
        return None
