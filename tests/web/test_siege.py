"""One anonymous visitor against the server: files, streams and connections that are meant to take it down."""

from __future__ import annotations

import gzip
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from threading import Event
from typing import Any

import httpx
import psutil
import pytest
import uvicorn
from uvicorn.server import ServerState

from stellwerk import games
from stellwerk.core import options, pending
from stellwerk.core.log import Record, write
from stellwerk.core.timeline import MOST_KEPT, Timeline
from stellwerk.table import Person, Refused
from stellwerk.table.service.limits import asked_from
from stellwerk.web.api import events
from stellwerk.web.http import connections
from stellwerk.web.view import foreign_files, studies
from stellwerk.web.view.foreign_files import Readers, Unreadable
from stellwerk.web.view.workshop import Job, Jobs
from tests import patience
from tests.sample import rules as sample
from tests.web.conftest import Site, opened

YOKOHAMA = games.game("yokohama")


@pytest.fixture
def readers() -> Iterator[Readers]:
    found = Readers(1)
    yield found
    found.close()


def sample_log() -> str:
    record = Record.new(sample.GAME, 2)
    for line in ("draw 3", "draw 9", "keep"):
        choice = pending(record.state)
        assert choice is not None
        record.act(choice.seat(record.state), sample.GAME.parse(line))
    return write(record)


def pairs(count: int) -> bytes:
    """A log that takes the same move back again and again."""
    lines = sample_log().splitlines()[:-1]
    return "\n".join([*lines, *(["0 undo 2", "0 keep"] * count)]).encode()


def pid(readers: Readers) -> int:
    return int(readers.all[0]._process.pid)


def test_a_log_is_followed_in_a_process_and_comes_back_whole(readers: Readers) -> None:
    story, note, size = readers.read(sample_log().encode(), "")
    assert note is None
    assert size > 0
    assert story.version == 3
    assert story.state_at(3).hand == [3, 9]
    assert story.game is sample.GAME


@pytest.mark.parametrize("name", games.ids())
def test_stories_of_every_game_travel(name: str, readers: Readers) -> None:
    game = games.game(name)
    record = Record.new(game, max(game.seats))
    for _ in range(40):
        record.trust(next(iter(options(record.state).suggest(1))))
    story, _, _ = readers.read(gzip.compress(write(record).encode()), "")
    assert game.dump(story.state_at(40)) == game.dump(record.state)
    assert story.lines(None, True, 0, 40) == Timeline(game, record.header, record.entries).lines(None, True, 0, 40)


def test_one_address_has_half_of_the_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever brings along files that take long to follow keeps nobody else waiting."""
    monkeypatch.setattr(foreign_files, "WAITING", 0.01)
    found = Readers(2)
    with found._borrowed("192.0.2.1"):
        with pytest.raises(Refused), found._borrowed("192.0.2.1"):
            pass
        with found._borrowed("192.0.2.2"):
            pass
    with found._borrowed("192.0.2.1"):
        pass
    found.close()


def test_one_address_has_a_part_of_the_places_in_the_workshop() -> None:
    jobs, ended = Jobs[int](studies.MANNER), Event()

    def wait(_: Job[int]) -> int:
        return int(ended.wait(patience.SECONDS))

    with asked_from("192.0.2.1"):
        of_one = [jobs.begin(n, wait) for n in range(studies.MANNER.most_waiting)]
    with asked_from("192.0.2.2"):
        of_other = jobs.begin("other", wait)
    ended.set()
    assert of_one[0].over.wait(patience.SECONDS)
    assert of_one[0].problem is None
    assert of_one[-1].problem == studies.MANNER.too_many
    assert of_other.problem is None


def test_a_log_has_so_many_entries_undone_ones_included(readers: Readers) -> None:
    with pytest.raises(Unreadable, match="at most 20000 entries"):
        readers.read(gzip.compress(pairs(30_000)), "")
    story, _, size = readers.read(gzip.compress(pairs(3000)), "")
    assert story.version == 6003
    assert len(story._kept) <= MOST_KEPT + 1
    assert story.state_at(6003).hand == [3, 9]
    assert size < 2_000_000


def test_a_process_that_takes_too_long_is_ended_and_replaced(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    readers.read(sample_log().encode(), "")
    first = pid(readers)
    monkeypatch.setattr(readers.all[0], "seconds", 0.0)
    with pytest.raises(Unreadable, match="too much time or memory"):
        readers.read(pairs(9000), "")
    assert not psutil.pid_exists(first)
    monkeypatch.setattr(readers.all[0], "seconds", 60.0)
    assert readers.read(sample_log().encode(), "")[0].version == 3
    assert pid(readers) != first


def test_a_process_that_takes_too_much_memory_is_ended(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    readers.read(sample_log().encode(), "")
    first = pid(readers)
    monkeypatch.setattr(readers.all[0], "memory", 1_000_000)
    monkeypatch.setattr(readers.all[0], "seconds", 60.0)
    with pytest.raises(Unreadable, match="too much time or memory"):
        readers.read(pairs(9000), "")
    assert not psutil.pid_exists(first)


def test_an_answer_that_is_too_large_is_not_taken(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers.all[0], "largest", 100)
    with pytest.raises(Unreadable, match="too much time or memory"):
        readers.read(sample_log().encode(), "")


def with_components(name: str, old: str, new: str) -> bytes:
    text = YOKOHAMA.components.files[name]
    assert old in text
    head = Record.new(YOKOHAMA, 2, components=YOKOHAMA.components.replacing({name: text + "\n"}))
    return (
        write(head).replace(json.dumps(text + "\n", ensure_ascii=False), json.dumps(text.replace(old, new, 1))).encode()
    )


WRONG: dict[str, Any] = {
    "cost": lambda: with_components("technologies.toml", "cost = 3", "cost = 250000000"),
    "fee": lambda: with_components("prices.toml", "canal = 1", "canal = -1"),
    "seats": lambda: sample_log().replace("# seats: 2", "# seats: 100000000").encode(),
    "digits": lambda: (sample_log() + "9" * 5000 + " keep").encode(),
    "game": lambda: sample_log().replace('"sample"', '"chess"').encode(),
    "position": lambda: sample_log().replace("0 keep", "").replace("# seats", '# position: {"a": 1}\n# seats').encode(),
    "nested": lambda: b'{"a":' + b"[" * 100_000,
    "gzip": lambda: b"\x1f\x8bnonsense",
    "bytes": lambda: b"\xff\xfe\x00",
    "bomb": lambda: gzip.compress(b"\0" * 100_000_000),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_followed_is_a_sentence(client: httpx.Client, wrong: str) -> None:
    answer = client.post("/replay", files={"file": ("x.log", WRONG[wrong]())})
    assert answer.status_code == 422
    assert "Traceback" not in answer.text


def test_replays_kept_are_counted_by_their_size(
    site: Site, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.state.replays, "most", 1)
    for title in ("a", "b", "c"):
        text = sample_log().replace("# seats", f'# names: ["{title}", ""]\n# seats')
        assert client.post("/replay", data={"text": text}, follow_redirects=True).status_code == 200
        assert len(site.state.replays) == 1


# --- streams and connections -----------------------------------------------------------------------------------------


def test_streams_of_strangers_count_by_address(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "STREAMS_OF_AN_ADDRESS", 3)
    stranger = httpx.Client(base_url=site.url, timeout=patience.SECONDS)
    open_ = [stranger.send(stranger.build_request("GET", "/api/events"), stream=True) for _ in range(3)]
    assert [each.status_code for each in open_] == [200] * 3
    assert stranger.get("/api/events").status_code == 429
    for each in open_:
        each.close()
    stranger.close()


def half(url: str, sent: bytes) -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)), timeout=patience.SECONDS)
    line.sendall(sent)
    return line


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
    ],
)
def test_a_request_sent_by_drips_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(connections, "HEADERS", 0.3)
    monkeypatch.setattr(connections, "BODY", 0.3)
    with half(site.url, sent) as line:
        try:
            while line.recv(4096):
                pass
        except ConnectionResetError:
            pass
    assert httpx.get(f"{site.url}/healthz", timeout=patience.SECONDS).status_code == 200


def test_a_stream_outlives_the_time_for_requests(
    site: Site, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADERS", 0.2)
    table = opened(client)
    with client.stream("GET", "/api/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 2000"
        with half(site.url, b"") as line, suppress(ConnectionResetError):
            assert line.recv(1) == b""  # a connection opened after the stream has run out of time
        loaded = site.runtime.store.table(table)
        assert loaded is not None
        site.runtime.tables.act(Person(loaded.host, ""), table, "keep", 2, "r")
        assert any(line.startswith("event: log") for line in lines)


def test_an_address_has_so_many_connections() -> None:
    class Transport:
        aborted = False

        def abort(self) -> None:
            self.aborted = True

        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return {"peername": ("192.0.2.7", 1), "sockname": ("192.0.2.1", 80)}.get(name, default)

    async def come(proxies: str, most: int) -> list[bool]:
        kind: Any = connections.watched(most, proxies, per_address=2)
        config = uvicorn.Config(lambda *_: None, ws="none")
        config.load()
        state = ServerState()
        lines = [Transport() for _ in range(4)]
        for line in lines:
            kind(config, state, {}).connection_made(line)
        return [line.aborted for line in lines]

    assert patience.run_apart(come("", 100)) == [False, False, True, True]
    assert patience.run_apart(come("192.0.2.7", 100)) == [False] * 4
    assert patience.run_apart(come("*", 3)) == [False, False, False, True]


@pytest.mark.slow
def test_an_honest_table_plays_on_under_siege() -> None:
    """A sample of `bench/siege.py`, whose figures are measured elsewhere: nobody is refused but the stranger."""
    command = [sys.executable, "bench/siege.py", "--seconds", "2", "--connections", "300", "--rate", "6000"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    rows = done.stdout.splitlines()
    assert len(rows) == 3, done.stdout
    assert all(int(re.findall(r"memory (\d+) MB", row)[0]) < 1000 for row in rows), done.stdout
