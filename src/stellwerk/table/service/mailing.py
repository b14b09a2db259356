"""Mail of an account: an address that is confirmed first, and the way back in when the password is lost."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import select, update

from stellwerk.core import Text
from stellwerk.locale import best_language, translator
from stellwerk.table.background import channels, letters
from stellwerk.table.background.channels import Message, NotDelivered
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating import codes, people
from stellwerk.table.seating.names import login_of
from stellwerk.table.service.limits import Limits
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import Store, UnitOfWork

LOG = logging.getLogger("stellwerk.mail")
CONFIRM = Text("Stellwerk: is this your address?")
CONFIRM_BODY = Text("Somebody with an account here, most likely you, wants letters at this address. To agree, open")
RECOVER = Text("Stellwerk: a new password")
RECOVER_BODY = Text("Somebody, most likely you, has forgotten the password of your account. To choose a new one, open")
IGNORE = Text("If it was not you, do nothing: without this link nothing happens.")


class Mailing:
    def __init__(self, store: Store, limits: Limits, settings: Settings) -> None:
        self.store, self.limits, self.settings = store, limits, settings
        self._post = ThreadPoolExecutor(1, "letters")

    def close(self) -> None:
        self._post.shutdown(cancel_futures=True)

    def address(self, who: Person) -> str | None:
        with self.store.reading() as conn:
            return letters.confirmed(conn, who.id)

    def ask(self, who: Person, address: str) -> None:
        """Send a link that proves the address to be one's own; until then it is not used for anything."""
        self._require_offer()
        if who.guest:
            raise Refused("who", Text("mail needs an account"), 403)
        address = letters.checked(address)
        self.limits.count("mail", who)
        code = self.store.do(lambda work: self._code(work, who.id, address))
        if code is None:
            raise Refused("too-many", Text("this address has had as many letters as it may today"), 429)
        try:
            self._send(address, self._letter(CONFIRM, CONFIRM_BODY, f"/mail/{code}", who.lang))
        except NotDelivered as problem:
            raise Refused("mail", problem.text, 502) from problem

    def _code(self, work: UnitOfWork, person: str, address: str) -> str | None:
        return codes.new_code(work, "mail", person, address) if letters.may_go(work, address, "code") else None

    def confirm(self, code: str) -> None:
        def agree(work: UnitOfWork) -> None:
            person, address = codes.use_code(work, "mail", code)
            work.conn.execute(update(schema.people).where(schema.people.c.id == person), {"mail": address})

        self.store.do(agree)

    def forget(self, who: Person) -> None:
        """No more letters; the address is deleted."""
        mine = schema.people.c.id == who.id
        self.store.do(lambda work: work.conn.execute(update(schema.people).where(mine), {"mail": None}))

    # --- a lost password ---------------------------------------------------------------------------------------------

    def lost_password(self, name: str, asked_from: str) -> None:
        """The answer is the same whether there is such an account or not, and takes as long."""
        self._require_offer()
        self.limits.count_login(asked_from, login_of(name))
        self._post.submit(self._help, login_of(name))

    def _help(self, login: str) -> None:
        try:
            c = schema.people.c
            with self.store.reading() as conn:
                row = conn.execute(select(c.id, c.mail, c.lang).where(c.login == login)).one_or_none()
            if row is None or row.mail is None:
                return
            code = self.store.do(lambda work: self._recovery(work, row.id, row.mail))
            if code is not None:
                self._send(row.mail, self._letter(RECOVER, RECOVER_BODY, f"/password/{code}", row.lang))
        except NotDelivered as problem:
            LOG.warning("a letter about a lost password did not leave: %s", problem)
        except Exception:
            LOG.exception("lost password")

    def _recovery(self, work: UnitOfWork, person: str, address: str) -> str | None:
        return codes.new_code(work, "password", person) if letters.may_go(work, address, "code") else None

    def recover(self, code: str, password: str) -> Person:
        """A new password by the link of a letter; ends every session and token."""
        with self.store.reading() as conn:
            codes.find(conn, "password", code, self.store.now())  # guessing codes costs no hashing
        new = people.hash_password(password)

        def renew(work: UnitOfWork) -> Person:
            person, _ = codes.use_code(work, "password", code)
            return people.set_password_of(work, str(person), new)

        return self.store.do(renew)

    # --- letters -----------------------------------------------------------------------------------------------------

    def _require_offer(self) -> None:
        if not self.settings.offers_mail:
            raise Refused("mail", Text("this server sends no mail"), 404)

    def _letter(self, subject: Text, body: Text, path: str, lang: str | None) -> Message:
        words = translator(best_language(lang or ""))
        url = f"{self.settings.base_url.rstrip('/')}{path}"
        return Message(subject.render(words), f"{body.render(words)}\n{url}\n\n{IGNORE.render(words)}", {})

    def _send(self, address: str, letter: Message) -> None:
        channels.mail(self.settings, address, letter)
