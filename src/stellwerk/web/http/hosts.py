"""The names a server answers to, where its operator lists them: another site's name may lead here too."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import Scope

from stellwerk.table.settings import Settings

HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s:@/\[\]]+)(:[0-9]*)?")
EVERYWHERE = "localhost"


class Hosts:
    """Without a list every name will do: tunnels and local networks give a server names it does not know."""

    def __init__(self, settings: Settings) -> None:
        listed = settings.hosts.lower().split()
        self.any = not listed
        self._names = {EVERYWHERE, urlsplit(settings.base_url).hostname or EVERYWHERE, *listed}
        self._endings = tuple(name[1:] for name in listed if name.startswith("*."))

    def allow(self, scope: Scope) -> bool:
        if self.any:
            return True
        asked = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        return bool(asked) and all(map(self._allows, asked))

    def _allows(self, host: str) -> bool:
        name = name_of(host)
        return name in self._names or name.endswith(self._endings) or is_near(name)


def name_of(host: str) -> str:
    """The name without its port; nothing for what is no name."""
    found = HOST.fullmatch(host)
    return found[1].strip("[]").rstrip(".").lower() if found else ""


def is_near(name: str) -> bool:
    """An address of this machine or of a private network. No other site can have it for its name."""
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_private
