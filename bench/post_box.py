"""A mail server for the kill runs: it counts which turns it was told of."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class PostBox:
    """A mail server that counts which turns it was told of."""

    def __init__(self) -> None:
        self.turns: Counter[tuple[str, int]] = Counter()
        self.letters: Counter[str] = Counter()
        """How many letters each address had."""
        self.codes: dict[str, str] = {}
        """The code that confirms an address."""
        self.port = 0

    def keep(self, letter: str) -> None:
        to = re.search(r"^To: (.+?)\r?$", letter, re.M)
        assert to is not None, letter
        code = re.search(r"/mail/([\w-]+)", letter)
        if code is not None:
            self.codes[to[1]] = code[1]
            return
        self.letters[to[1]] += 1
        key = re.search(r"Message-ID: <turn\.(\w+)\.(\d+)\.0@", letter)
        assert key is not None, letter
        self.turns[key[1], int(key[2])] += 1

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):  # whoever brought the letter was killed
            await self.receive(reader, writer)
        writer.close()

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 post box\r\n")
        while line := await reader.readline():
            verb = line.strip().upper()
            if verb == b"DATA":
                writer.write(b"354 go on\r\n")
                self.keep((await reader.readuntil(b"\r\n.\r\n")).decode())
                writer.write(b"250 kept\r\n")
            elif verb == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 fine\r\n")


@asynccontextmanager
async def posting() -> AsyncIterator[PostBox]:
    box = PostBox()
    server = await asyncio.start_server(box.serve, "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    async with server:
        yield box
