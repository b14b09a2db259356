"""How a server is set up: by options of `stellwerk serve`, else by STELLWERK_… variables, else by defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any, get_type_hints

from platformdirs import user_data_dir

from stellwerk.core import Text
from stellwerk.table.model import Refused

KINDS = ("sqlite", "postgresql", "postgres")


def default_database() -> str:
    return f"sqlite:///{Path(user_data_dir('stellwerk')) / 'stellwerk.sqlite'}"


@dataclass(frozen=True, slots=True)
class Settings:
    database: str = ""
    base_url: str = "http://127.0.0.1:8880"
    address_given: bool = True
    """Whether somebody has said that people come by `base_url`; else links carry the address of whoever asks."""
    hosts: str = ""
    """Names the server answers to besides that of `base_url`, separated by blanks; none: any name."""
    proxies: str = "127.0.0.1"
    """Addresses and networks of proxies whose headers are believed, separated by commas; *: everybody's."""
    components: str = ""
    """Corrected components for new tables: a folder with `GAME/NAME.toml`, or the file or id of a component set."""
    bots: int = 0
    """Processes for bots; 0 is one less than there are cores."""
    bot_seconds: float = 3.0
    """The most a bot may think about a turn, whatever its level."""
    backups: str = ""
    """The folder backups are written to, so that the operator's page can say how old the newest is."""
    heartbeat: float = 15.0
    """Seconds between signs of life on an event stream."""
    rate: float = 1.0
    """Multiplies every rate limit; 0 switches them off."""
    archive_days: int = 90
    """A table nobody has touched for so long is archived."""
    database_mb: int = 0
    """A database of this size takes no new tables and files; what was begun is played on. 0: no bound."""
    tables_each: int = 5000
    """How many tables one person may have opened, those that were deleted not counted; 0: any number."""
    notes_each: int = 500
    """At how many tables one person may keep notes; 0: any number."""
    guest_days: int = 30
    """After so many days a guest who left nothing behind is forgotten."""
    chat_lines: int = 5000
    """How many lines of chat a table keeps."""
    upload_days: int = 30
    """How long a file somebody brought along for a replay is kept."""
    uploads_each: int = 50
    uploads_each_mb: int = 10
    """How many such files, and how much of them, one person may keep; the oldest go first."""
    uploads_total_mb: int = 1000
    library_mb: int = 50
    """Megabytes of one person's library of games; 0: no bound."""
    library_days: int = 365
    """A library of games that nobody has opened for so long is deleted; 0: never."""
    libraries_total_mb: int = 5000
    """Megabytes of all libraries together; 0: no bound."""
    """How much of them is kept for all together."""
    keep_guests_days: int = 365
    """A guest who has not been seen for so long is forgotten, like a deleted account; 0: never."""
    keep_chat_days: int = 0
    """Lines of chat are deleted after so long; 0: never."""
    keep_messages_days: int = 30
    """How long reports of messages, settled motions and reports an operator has closed are kept."""
    smtp_host: str = ""
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_from: str = ""
    smtp_starttls: bool = True
    ntfy_host: str = "ntfy.sh"
    notify: str = ""
    """Apprise addresses of the operator, told about every turn; separated by blanks."""

    @property
    def offers_mail(self) -> bool:
        return bool(self.smtp_host)

    @property
    def secure(self) -> bool:
        return self.base_url.startswith("https://")

    @property
    def uploads_bytes(self) -> int:
        return self.uploads_each_mb * 1_000_000

    @property
    def uploads_total_bytes(self) -> int:
        return self.uploads_total_mb * 1_000_000

    @classmethod
    def from_environment(cls, **given: Any) -> Settings:
        hints = get_type_hints(cls)
        values = {f.name: os.environ.get(f"STELLWERK_{f.name.upper()}") for f in fields(cls)}
        found = {name: _read(name, hints[name], value) for name, value in values.items() if value is not None}
        chosen = {name: value for name, value in given.items() if value is not None}
        merged = {"database": default_database(), **found, **chosen}
        return cls(**merged).checked()

    def checked(self) -> Settings:
        """Raises a sentence about what an operator has mistaken."""
        if "://" not in self.database:
            text = Text("{given} is not the address of a database: write sqlite:///{given}", given=self.database)
            raise Refused("setting", text)
        kind = self.database.partition("://")[0].partition("+")[0]
        if kind not in KINDS:
            raise Refused("setting", Text("{given} is neither SQLite nor PostgreSQL", given=kind))
        if kind == "sqlite" and not self.database.partition("://")[2].strip("/"):
            raise Refused("setting", Text("{given} names no file: write sqlite:///FILE", given=self.database))
        if kind != "sqlite" and find_spec("psycopg") is None:
            raise Refused("setting", Text("PostgreSQL needs more: pip install 'stellwerk[postgres]'"))
        if not self.base_url.startswith(("http://", "https://")):
            text = Text("{given} is not the address of a site: it begins with https://", given=self.base_url)
            raise Refused("setting", text)
        wrong = next((each for each in listed(self.proxies) if not _is_network(each)), None)
        if wrong is not None:
            raise Refused("setting", Text("{given} is not the address of a proxy, nor a network", given=wrong))
        return self


def listed(text: str) -> list[str]:
    """What is separated by commas."""
    return [each.strip() for each in text.split(",") if each.strip()]


def _is_network(given: str) -> bool:
    try:
        return given == "*" or bool(ip_network(given))
    except ValueError:
        return False


def unknown_variables() -> list[str]:
    """What looks like a setting and is none, as after a slip of the pen."""
    known = {f"STELLWERK_{field.name.upper()}" for field in fields(Settings)}
    return sorted(name for name in os.environ if name.startswith("STELLWERK_") and name not in known)


def _read(name: str, kind: Any, value: str) -> Any:
    if kind is bool:
        return value.lower() in ("1", "yes", "true", "on")
    try:
        return kind(value)
    except ValueError as error:
        text = Text("{name} is a number; {given} is none", name=f"STELLWERK_{name.upper()}", given=value)
        raise Refused("setting", text) from error
