"""What people may ask about themselves: accounts, sessions, tokens for programs, turn notices."""

from __future__ import annotations

from contextlib import suppress

from stellwerk.core import Text
from stellwerk.core.text import Translator
from stellwerk.locale import LANGUAGES
from stellwerk.table.background import channels, letters, notices
from stellwerk.table.background.channels import Message, NotDelivered
from stellwerk.table.background.hours import Hours, hours_of, set_hours
from stellwerk.table.background.notices import Report, Wish
from stellwerk.table.background.push import PUSH
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating import people, sessions
from stellwerk.table.seating.names import login_of
from stellwerk.table.seating.sessions import Scope, TokenInfo
from stellwerk.table.service.devices import Devices
from stellwerk.table.service.limits import Limits
from stellwerk.table.settings import Settings
from stellwerk.table.storage.store import SESSIONS_ENDED, Store


class Accounts:
    def __init__(self, store: Store, limits: Limits, settings: Settings, devices: Devices) -> None:
        self.store, self.limits, self.settings, self.devices = store, limits, settings, devices

    # --- who one is --------------------------------------------------------------------------------------------------

    def register(self, who: Person | None, name: str, password: str, address: str) -> Person:
        """A new account; a guest keeps the seats taken so far."""
        self.limits.count_login(address, login_of(name))
        lang = who.lang if who else None
        new = people.hash_password(password)
        person = self.store.do(lambda work: people.register(work, name, new, lang, who))
        self._forget()
        return person

    def recognise(self, name: str, password: str, address: str) -> Person:
        """The account of a name, if the password is right."""
        self.limits.count_login(address, login_of(name))
        with self.store.reading() as conn:
            return people.verify(conn, name, password)

    def change(self, who: Person, name: str | None, lang: str | None) -> Person:
        """Another shown name, another language."""
        if lang is not None and lang not in LANGUAGES:
            raise Refused("lang", Text("this language is not spoken here"), 422)
        changed = {key: value for key, value in (("name", name), ("lang", lang)) if value is not None}
        person = self.store.do(lambda work: people.change(work, who, changed))
        self._forget()
        return person

    def change_password(self, who: Person, old: str, new: str, address: str) -> Person:
        """A new password ends every session and every token."""
        self.limits.count_login(address, who.id)
        with self.store.reading() as conn:
            people.verify_again(conn, who, old)
        hashed = people.hash_password(new)
        return self.store.do(lambda work: people.set_password_of(work, who.id, hashed))

    # --- sessions and tokens -----------------------------------------------------------------------------------------

    def welcome(self, lang: str) -> Person:
        """Somebody unknown becomes a guest."""
        self.limits.count("guests", None)
        return self.store.do(lambda work: people.guest(work, Text("Guest").render(), lang))

    def introduce(self, who: Person, name: str) -> None:
        """A newcomer is called as he says, or nearly so where an account is; a name nobody could read is left out."""
        with suppress(Refused):
            self.store.do(lambda work: people.introduce(work, who, name))

    def open_session(self, who: Person, agent: str = "") -> str:
        return self.store.do(lambda work: sessions.new_session(work, who, agent))

    def end_session(self, token: str) -> None:
        self.store.do(lambda work: sessions.end_session(work, token))
        self._forget()

    def tokens(self, who: Person) -> list[TokenInfo]:
        with self.store.reading() as conn:
            return sessions.tokens(conn, who)

    def new_token(
        self, who: Person, name: str, scope: Scope = "play", days: int = sessions.TOKEN_DAYS
    ) -> tuple[str, str]:
        """(id, secret) of a token for a program; one that plays this person's seats can do nothing else."""
        return self.store.do(lambda work: sessions.new_token(work, who, name, scope, days))

    def revoke_token(self, who: Person, id_: str) -> None:
        self.store.do(lambda work: sessions.revoke_token(work, who, id_))
        self._forget()

    def _forget(self) -> None:
        """This process must not believe old tokens until the database tells it."""
        self.store.announce(SESSIONS_ENDED)

    # --- turn notices ------------------------------------------------------------------------------------------------

    def wishes(self, who: Person) -> list[Wish]:
        with self.store.reading() as conn:
            return notices.wishes(conn, who.id)

    def reports(self, who: Person) -> list[Report]:
        with self.store.reading() as conn:
            return notices.reports(conn, who.id)

    def set_wishes(self, who: Person, wanted: list[Wish]) -> list[Wish]:
        if not self.settings.offers_mail and any(wish.get("channel") == notices.MAIL for wish in wanted):
            raise Refused("mail", Text("this server sends no mail"), 422)
        return self.store.do(lambda work: notices.set_wishes(work, who, wanted))

    def hours(self, who: Person) -> Hours:
        with self.store.reading() as conn:
            return hours_of(conn, who.id)

    def set_hours(self, who: Person, hours: Hours) -> Hours:
        self.store.do(lambda work: set_hours(work, who, hours))
        return hours

    def try_out(self, who: Person, words: Translator) -> list[dict[str, str | None]]:
        """Send a message by every channel now, and say what became of it."""
        self.limits.count("notices", who)
        subject = Text("Stellwerk can reach you").render(words)
        message = Message(subject, f"{subject}\n{self.settings.base_url}", {"test": True})
        results = [(wish["channel"], self._tried(who, wish, message, words)) for wish in self.wishes(who)]
        pushed = [None if text is None else text.render(words) for text in self.devices.tried(who, message)]
        return [{"channel": channel, "error": error} for channel, error in (*results, *((PUSH, e) for e in pushed))]

    def _tried(self, who: Person, wish: Wish, message: Message, words: Translator) -> str | None:
        if wish["channel"] == notices.MAIL and not self._may_write(wish["to"]):
            return Text("this address has had as many letters as it may today").render(words)
        try:
            self._require_confirmed(who, wish)
            channels.deliver(self.settings, wish["channel"], wish, message)
        except (NotDelivered, Refused) as problem:
            return problem.text.render(words)
        return None

    def _may_write(self, address: str) -> bool:
        return self.store.do(lambda work: letters.may_go(work, address, "test"))

    def _require_confirmed(self, who: Person, wish: Wish) -> None:
        if wish["channel"] == notices.MAIL:
            with self.store.reading() as conn:
                notices.require_confirmed(conn, who.id, wish)
