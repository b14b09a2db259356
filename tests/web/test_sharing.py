"""Games of a library shared by a link, with or without names; comments and chapters in the reader's language."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from stellwerk.study.library import schema
from stellwerk.study.library.catalogue import Library
from stellwerk.study.library.comments import Comment, comments_of, read_in, share, write_comment
from tests.study.conformance import EDGE
from tests.web.conftest import Site

GAME = "/study/game/1"


def sent(client: httpx.Client, path: str, language: str = "en", **words: str) -> httpx.Response:
    page = client.get(GAME).text
    token = page.partition('name="csrf" value="')[2].partition('"')[0]
    return client.post(path, data={"csrf": token, **words}, headers={"accept-language": language})


@pytest.fixture
def owner(client: httpx.Client) -> httpx.Client:
    """Somebody with one game in the library."""
    files = [("file", ("game.json.gz", EDGE["t1_end_game_200"].read_bytes()))]
    assert client.post("/study", files=files, headers={"accept": "application/json"}).json()[0]["status"] == "new"
    return client


def link_of(client: httpx.Client) -> str:
    return client.get(GAME).text.partition('id="share-link" value="')[2].partition('"')[0].partition("//")[2]


def shared(client: httpx.Client, **words: str) -> str:
    assert sent(client, "/study/library/1/share", **words).status_code == 303
    return "/" + link_of(client).partition("/")[2]


def test_a_game_is_private_until_it_is_shared_and_again_afterwards(owner: httpx.Client, site: Site) -> None:
    other = site.browser()
    assert other.get(GAME).status_code == 404
    url = shared(owner)
    page = other.get(url)
    assert page.status_code == 200
    assert "Player 1" in page.text
    for hidden in ("My notes and tags", 'id="share"', 'id="commenting"'):
        assert hidden not in page.text
    assert shared(owner) == url
    sent(owner, "/study/library/1/share", do="end")
    assert other.get(url).status_code == 404
    assert other.get("/study/shared/..%2F..%2Fetc").status_code == 404
    assert other.get("/study/shared/ünknown").status_code == 404


@pytest.mark.parametrize("path", ["", "/whole.html", "/log.txt", "/part/course.csv", "/position?at=30", "/parts"])
def test_a_shared_game_may_hide_the_names_everywhere(owner: httpx.Client, site: Site, path: str) -> None:
    url = shared(owner, names="hidden")
    answer = site.browser().get(url + path)
    assert answer.status_code == 200
    assert "Player 1" not in answer.text


def test_what_is_taken_out_of_the_library_is_not_shared_any_more(owner: httpx.Client, site: Site) -> None:
    url = shared(owner)
    sent(owner, "/study/library/1", do="remove")
    assert site.browser().get(url).status_code == 404


def test_readers_keep_and_try_a_shared_game(owner: httpx.Client, site: Site) -> None:
    url, other = shared(owner, names="hidden"), site.browser()
    assert other.post(f"{url}/branch", data={"at": "40", "with": "me"}).headers["location"].startswith("/table/")
    token = other.get(url).text.partition('name="csrf" value="')[2].partition('"')[0]
    assert other.post(f"/study/keep{url.removeprefix('/study')}", data={"csrf": token}).status_code == 303


def test_comments_and_chapters_are_read_in_the_readers_language(owner: httpx.Client, site: Site) -> None:
    for language, title, text in (("en", "Opening", "A bold bid <b>"), ("de", "Eröffnung", "Ein kühnes Gebot")):
        answer = sent(owner, "/study/library/1/comment", language, at="12", title=title, text=text)
        assert answer.headers["location"] == f"{GAME}?at=12#comment"
    sent(owner, "/study/library/1/comment", "de", at="30", text="Nur deutsch")
    url, other = shared(owner), site.browser()
    english = other.get(url, headers={"accept-language": "en"}).text
    assert "A bold bid &lt;b&gt;" in english
    assert "Ein kühnes Gebot" not in english
    assert '<div class="comment" lang="de"><p>Nur deutsch</p>' in english
    assert ">Opening</a>" in english
    german = other.get(url, headers={"accept-language": "de"}).text
    assert "Ein kühnes Gebot" in german
    assert "Eröffnung" in german
    assert "Ein kühnes Gebot" in other.get(f"{url}/whole.html", headers={"accept-language": "de"}).text
    sent(owner, "/study/library/1/comment", "en", at="12")
    assert "Ein kühnes Gebot" in other.get(url, headers={"accept-language": "en"}).text


def test_only_the_owner_comments_and_shares(owner: httpx.Client, site: Site) -> None:
    other = site.browser()
    for path in ("/study/library/1/comment", "/study/library/1/share"):
        assert other.post(path, data={"at": "1", "text": "mine"}).status_code in (401, 403, 404)
        assert sent(owner, path.replace("/1/", "/77/"), at="1", text="x").status_code == 404
        assert sent(owner, path.replace("/1/", f"/{10**30}/"), at="1", text="x").status_code == 404


def test_a_game_has_so_many_comments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.study.library.comments.MOST_COMMENTS", 2)
    with closing(Library(tmp_path / "own.sqlite")) as library:
        with library.writing() as db:
            db.execute("INSERT INTO game (identity, game, seats, length, finished, source, added, log)"
                       " VALUES ('a', '1880', 3, 1, 1, '', '', '')")  # fmt: skip
        assert write_comment(library, 1, Comment(1, "en", "", "one"))
        assert write_comment(library, 1, Comment(2, "en", "x" * 100, "two"))
        assert not write_comment(library, 1, Comment(3, "en", "", "three"))
        assert write_comment(library, 1, Comment(2, "en", "", ""))
        assert [one.text for one in comments_of(library, 1)] == ["one"]


def test_without_the_readers_language_english_comes_first() -> None:
    said = [Comment(5, "pl", "", "p"), Comment(5, "en", "", "e"), Comment(2, "pl", "", "only")]
    assert [one.text for one in read_in(said, "de").values()] == ["only", "e"]
    assert read_in(said, "pl")[5].text == "p"


def test_a_library_of_the_release_before_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"{schema.TABLES} PRAGMA user_version = 2;")
        db.execute("INSERT INTO game (identity, game, seats, length, finished, source, added, log)"
                   " VALUES ('a', '1880', 3, 1, 1, '', '', '')")  # fmt: skip
        db.commit()
    with closing(Library(path)) as library:
        assert share(library, 1, names=False).token
        assert library.count() == 1
