"""Libraries: many files in, each once; found by everything the catalogue knows; hostile files stay outside."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest
from typer.testing import CliRunner

from stellwerk.cli import app
from stellwerk.core import options, pending
from stellwerk.core.log import Record, beginning, write
from stellwerk.games import game
from stellwerk.study.library import bulk, reading
from stellwerk.study.library.bulk import Importer, Source, sources
from stellwerk.study.library.catalogue import Library, Wanted, digest_of
from stellwerk.study.library.reading import LARGEST, Unfit, shelve, shelved, unpack
from stellwerk.study.library.schema import NoLibrary
from stellwerk.study.watched import TookTooMuch, Watched
from tests import patience
from tests.patience import SECONDS
from tests.study.conformance import EDGE, GAMES

SHORT = ("t5b_opener", "t6_poor", "t12_undo0", "t7_par_no_row")
NAME = "selfplay_3p_002002"


def call(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "archive"
    (made / "deeper").mkdir(parents=True)
    for name in SHORT[:3]:
        (made / f"{name}.json.gz").write_bytes(EDGE[name].read_bytes())
    (made / "deeper" / "again.json").write_bytes(gzip.decompress(EDGE[SHORT[0]].read_bytes()))
    (made / "broken.json").write_text('{"title": "1880 Romania"}')
    (made / "picture.png").write_bytes(b"nothing of ours")
    return made


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with closing(Library(tmp_path / "own.sqlite")) as made:
        yield made


def whole(id_: str, seed: int = 3, seats: int = 3) -> Record[Any]:
    record: Record[Any] = Record.new(game(id_), seats, names=("Anna", "Bert", "Cleo"))
    rng = random.Random(seed)
    while pending(record.state) is not None:
        record.trust(options(record.state).sample(rng))
    return record


# --- in bulk ---------------------------------------------------------------------------------------------------------


def test_a_folder_goes_into_a_library_with_a_line_a_file_and_a_report(folder: Path, tmp_path: Path) -> None:
    first = call("import", folder, "--into", tmp_path / "own.sqlite")
    assert first.exit_code == 1
    lines = first.output.splitlines()
    assert len([line for line in lines if line.startswith("✓")]) == 3
    assert any(line.startswith("✗ broken.json:") for line in lines)
    assert any(line.startswith("= t5b_opener.json.gz: the same as game") for line in lines)
    assert lines[-1] == "3 new, 0 in part, 0 known, 1 double, 1 did not fit"


def test_a_second_time_nothing_is_read_again(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call("import", folder, "--into", tmp_path / "own.sqlite")
    monkeypatch.setattr(Watched, "do", lambda *_: pytest.fail("read again"))
    again = call("import", folder, "--into", tmp_path / "own.sqlite", "--json")
    assert {line["status"] for line in json.loads(again.stdout)} == {"known"}
    with closing(Library(tmp_path / "own.sqlite")) as library:
        assert library.count() == 3
        assert [name for name, _ in library.unfit()] == ["broken.json"]


def test_what_did_not_fit_is_tried_again_when_asked(folder: Path, tmp_path: Path) -> None:
    call("import", folder / "broken.json", "--into", tmp_path / "own.sqlite")
    rows = json.loads(
        call("import", folder / "broken.json", "--into", tmp_path / "own.sqlite", "--again", "--json").stdout
    )
    assert [row["status"] for row in rows] == ["unfit"]


def test_an_interrupted_import_goes_on_without_a_double(folder: Path, tmp_path: Path) -> None:
    """Killed after the first line, whatever it was doing; the next run reads the rest."""
    into = tmp_path / "own.sqlite"
    words = [sys.executable, "-u", "-m", "stellwerk", "import", str(folder), "--into", str(into)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as running:
        assert running.stdout is not None
        assert running.stdout.readline()
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=SECONDS)
    assert running.returncode in (130, 1)  # 1: it was through before the signal came
    call("import", folder, "--into", into)
    with closing(Library(into)) as library:
        assert library.count() == 3
        assert len({each.source for each in library.find()}) == 3


def test_archives_are_read_in_place(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for path in folder.rglob("*"):
            archive.write(path, str(path.relative_to(folder)))
    rows = json.loads(call("import", tmp_path / "all.zip", "--into", tmp_path / "own.sqlite", "--json").stdout)
    assert sorted(row["status"] for row in rows) == ["double", "new", "new", "new", "unfit"]


def test_a_folder_can_be_written_as_logs(folder: Path, tmp_path: Path) -> None:
    call("import", folder, "--out", tmp_path / "logs")
    made = sorted(path.name for path in (tmp_path / "logs").iterdir())
    assert made == ["deeper-again.log", *(f"{name}.log" for name in sorted(SHORT[:3]))]
    assert call("replay", tmp_path / "logs" / "t6_poor.log", "--verify").exit_code == 0


def test_our_own_logs_go_in_too(tmp_path: Path) -> None:
    for id_ in ("yokohama", "russian-railroads"):
        (tmp_path / f"{id_}.log").write_text(write(whole(id_)), encoding="utf-8")
    rows = json.loads(call("import", tmp_path, "--into", tmp_path / "own.sqlite", "--json").stdout)
    assert [row["status"] for row in rows] == ["new", "new"]


def test_a_file_of_another_program_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the import has told is enough for the library; it is what the log tells."""
    for name in (NAME, "t1_end_game_350", "p7-second-yellow-tile"):
        data = {**GAMES, **EDGE}[name].read_bytes()
        with monkeypatch.context() as patch:
            patch.delattr(reading, "walked")
            made = shelve((data, name))
        log = shelve((made.log.encode(), name))
        assert made.facts
        assert [fact for fact in made.facts if fact.kind != "ending"] == [f for f in log.facts if f.kind != "ending"]
        assert (made.scores, made.length, made.finished) == (log.scores, log.length, log.finished)


@pytest.mark.parametrize("id_", ["russian-railroads", "yokohama"])
def test_a_log_is_folded_once(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log, begun = write(whole(id_)), list[str]()

    def watched(game: Any, header: Any) -> Any:
        begun.append(id_)
        return beginning(game, header)

    monkeypatch.setattr("stellwerk.core.log.beginning", watched)
    assert shelve((log.encode(), id_)).finished
    assert begun == [id_]


def test_a_log_that_claims_another_end_is_not_kept() -> None:
    log = write(whole("yokohama"))
    digest = log.rstrip().rpartition(" ")[2]
    other = ("0" if digest[0] != "0" else "1") + digest[1:]
    with pytest.raises(Unfit, match="the log says"):
        shelve((log.replace(digest, other).encode(), "other"))


def test_a_library_of_an_earlier_release_learns_what_games_are_known_by(tmp_path: Path) -> None:
    path, by_hand = tmp_path / "own.sqlite", "t1_end_game_350"
    with closing(Library(path)) as library:
        for name in (NAME, by_hand):
            data = {**GAMES, **EDGE}[name].read_bytes()
            library.add(shelve((data, name)), name, digest_of(data))
        before = [library.facts(number) for number in library.numbers()], library.tallies()
        assert any(fact.kind == "opening" for fact in before[0][0])
        with library.writing() as db:
            db.execute("DELETE FROM fact WHERE kind = 'opening'")
            db.execute("DELETE FROM tally WHERE kind = 'opening'")
    assert call("library", "renew", path).exit_code == 0
    with closing(Library(path)) as library:
        found = [library.facts(number) for number in library.numbers()]
        assert [set(facts) for facts in found] == [set(facts) for facts in before[0]]
        assert library.tallies() == before[1]
        assert library.listed(2).ending == "by hand"  # type: ignore[union-attr]


# --- hostile files ---------------------------------------------------------------------------------------------------


def test_a_gzip_bomb_is_not_unpacked() -> None:
    with pytest.raises(Unfit, match="at most"):
        unpack(gzip.compress(bytes(LARGEST + 10)))


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.json", bytes(LARGEST + 10))
    (found,) = sources([path])
    with pytest.raises(Unfit, match="at most"):
        found.read()


def test_archives_in_archives_and_paths_outside_do_nothing(tmp_path: Path, library: Library) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("game.json", "{}")
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.writestr("inner.zip", inner.getvalue())
        archive.writestr("../../escaped.json", "{}")
    with closing(Importer(library)) as importer:
        lines = [importer.take(source) for source in sources([tmp_path / "outer.zip"])]
    assert [line.status for line in lines] == ["unfit", "unfit"]
    assert library.count() == 0
    assert not (tmp_path.parent.parent / "escaped.json").exists()


def test_a_broken_archive_ends_with_words(tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_bytes(b"PK nothing")
    result = call("import", tmp_path / "no.zip", "--into", tmp_path / "own.sqlite")
    assert result.exit_code == 2
    assert "no.zip" in result.output


def endless(order: Any, progress: Any) -> None:
    progress(1, 2)
    while True:
        pass


def greedy_for_memory(order: Any, progress: Any) -> int:
    kept = [bytes(1_000_000) for _ in range(10_000)]
    return len(kept)


@pytest.mark.parametrize("work", [endless, greedy_for_memory])
def test_what_takes_too_much_costs_one_process(work: Any) -> None:
    watched = Watched(work, 1.0, 300_000_000)
    seen: list[tuple[int, int]] = []
    try:
        with pytest.raises((TookTooMuch, MemoryError)):
            watched.do(None, lambda done, all_: seen.append((done, all_)))
        watched.work = shelve
        watched.end()
        watched.seconds = SECONDS
        assert watched.do((EDGE["t6_poor"].read_bytes(), "t6")).length == 23
    finally:
        watched.end()
    assert seen == ([(1, 2)] if work is endless else [])


def asleep(order: float, progress: Any) -> float:
    time.sleep(order)
    return order


def test_whoever_waits_for_the_processor_is_not_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = Watched(asleep, 0.3, 300_000_000)
    try:
        assert waiting.do(0.9) == 0.9
        monkeypatch.setattr("stellwerk.study.watched.BUSY", 1)
        with pytest.raises(TookTooMuch):
            waiting.do(SECONDS)
    finally:
        waiting.end()


def test_a_file_that_takes_too_long_is_reported_and_the_next_is_read(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    importer = Importer(library)
    importer._reader.work = endless
    importer._reader.seconds = 1.0
    assert importer.take_bytes(b"{}", "slow.json").problem == str(bulk.TOO_MUCH)
    importer._reader.work, importer._reader.seconds = shelve, SECONDS
    with closing(importer):
        assert importer.take(Source("t6", EDGE["t6_poor"])).status == "new"


def test_a_file_that_is_no_library_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, this is no database at all.")
    with pytest.raises(NoLibrary):
        Library(path)
    assert path.read_text().startswith("Dear reader")
    with pytest.raises(NoLibrary):
        Library(tmp_path / "none.sqlite", make=False)


# --- finding ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Two games of 1880, one of each other title."""
    with closing(Library(tmp_path_factory.mktemp("library") / "own.sqlite")) as made:
        for path in (GAMES[NAME], EDGE["t1_end_game_200"]):
            data = path.read_bytes()
            made.add(shelve((data, path.name)), path.name, digest_of(data))
        for id_ in ("russian-railroads", "yokohama"):
            record = whole(id_)
            made.add(shelved(record.game, record.header, record.entries), id_, id_)
        yield made


def found(library: Library, **wanted: Any) -> set[str]:
    listed = library.find(Wanted(**wanted))
    assert library.count(Wanted(**wanted)) == len(listed)
    return {each.source for each in listed}


def test_games_are_found_by_everything_the_catalogue_knows(filled: Library) -> None:
    three = f"{NAME}.json.gz"
    hand = "t1_end_game_200.json.gz"
    assert found(filled) == {three, hand, "russian-railroads", "yokohama"}
    assert found(filled, player="anna") == {"russian-railroads", "yokohama"}
    assert found(filled, game="1880", seats=3) == {three}
    assert found(filled, ending="by hand") == {hand}
    assert found(filled, ending="last train") == {three}
    assert found(filled, since="2023-01-01", until="2023-12-31") == {three}
    assert found(filled, longest=200) >= {hand}
    assert found(filled, shortest=300, game="1880") == {three}
    assert found(filled, fact="no such thing") == set()
    assert three in found(filled, fact="P1")


def test_results_players_and_facts_are_those_of_the_game(filled: Library) -> None:
    (listed,) = filled.find(Wanted(game="1880", seats=3))
    assert [(player.name, player.score, player.place) for player in listed.players] == [
        ("Player 1", 43, 3),
        ("Player 2", 249, 2),
        ("Player 3", 463, 1),
    ]
    kinds = {fact.kind for fact in filled.facts(listed.id)}
    assert {"company", "private", "ending"} <= kinds
    opened, document = filled.opened(listed.id)
    assert opened.id == "1880"
    assert document.header.names == ("Player 1", "Player 2", "Player 3")


def test_tags_and_notes_are_ones_own(filled: Library) -> None:
    number = filled.find(Wanted(game="yokohama"))[0].id
    filled.tag(number, ["opening", " silk ", ""])
    filled.annotate(number, "The Silk strategy wins again")
    assert found(filled, tag="silk") == {"yokohama"}
    assert found(filled, note="silk strategy") == {"yokohama"}
    filled.tag(number, [])
    assert found(filled, tag="silk") == set()


def test_a_game_taken_out_can_be_read_in_again(library: Library) -> None:
    data = EDGE["t6_poor"].read_bytes()
    number, _ = library.add(shelve((data, "t6")), "t6", digest_of(data))
    library.remove(number)
    assert library.count() == 0
    assert library.has_file(digest_of(data)) is None


def test_the_library_commands(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    call("import", EDGE["t6_poor"], "--into", path)
    assert call("library", "tag", path, 1, "poor", "opening").exit_code == 0
    assert call("library", "note", path, 1, "nobody had money").exit_code == 0
    (listed,) = json.loads(call("library", "list", path, "--tag", "poor", "--json").stdout)
    assert listed["note"] == "nobody had money"
    assert listed["tags"] == ["opening", "poor"]
    assert "1 of 1 games" in call("library", "list", path).output
    (tmp_path / "out.log").write_text(call("library", "log", path, 1).stdout)
    assert call("replay", tmp_path / "out.log", "--verify").exit_code == 0
    assert call("library", "log", path, 2).exit_code == 2
    assert call("library", "remove", path, 1).exit_code == 0
    assert call("library", "list", tmp_path / "none").exit_code == 2


def wordy(order: Any, progress: Any) -> bytes:
    return bytes(10_000)


def test_an_answer_has_a_bound() -> None:
    watched = Watched(wordy, SECONDS, 300_000_000, largest=1_000)
    try:
        with pytest.raises(TookTooMuch):
            watched.do(None)
        watched.largest = 20_000
        assert (len(watched.do(None)), watched.size > 10_000) == (10_000, True)
    finally:
        watched.end()


ORPHAN = """
import os, signal
from tests.study.test_library import endless
from stellwerk.study.watched import Watched

if __name__ == "__main__":
    watched = Watched(endless, 600.0, 400_000_000)

    def told(done, all_):
        print(watched._process.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    watched.do(None, told)
"""


def test_a_watched_process_does_not_outlive_a_parent_that_was_killed(tmp_path: Path) -> None:
    """In the middle of an order: it would go on for ever."""
    script = tmp_path / "parent.py"
    script.write_text(ORPHAN, "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", ".", os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=patience.SECONDS
    )
    pid, waited = int(done.stdout), 0.0
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.1)
        waited += 0.1
        assert waited < patience.SECONDS
