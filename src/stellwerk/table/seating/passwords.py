"""Passwords: hashed with argon2id, long enough, and none of those everybody tries first."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.seating.names import login_of

SHORTEST = 8
ROWS = ("qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm", "abcdefghijklmnopqrstuvwxyz", "01234567890")


@cache
def common() -> frozenset[str]:
    """Words that guessing begins with, without what is appended to them."""
    text = files(__package__).joinpath("common_passwords.txt").read_text("utf-8")
    return frozenset(text.split())


def check_length(password: str) -> None:
    if not SHORTEST <= len(password) <= 200:
        raise Refused("password", Text("a password has {least} to 200 letters", least=SHORTEST), 422)


def check(password: str, *names: str) -> None:
    check_length(password)
    if is_common(password) or login_of(password) in {login_of(name) for name in names}:
        raise Refused("password", Text("this password is too easy to guess"), 422)


def is_common(password: str) -> bool:
    """A listed word, whatever digits and signs follow; a row of keys; one thing again and again."""
    plain = password.casefold()
    stem = re.sub(r"[\W\d_]+$", "", plain)
    return plain in common() or stem in common() or _is_row(plain) or re.fullmatch(r"(.{1,4})\1+", plain) is not None


def _is_row(plain: str) -> bool:
    return any(plain in row or plain in row[::-1] for row in ROWS)
