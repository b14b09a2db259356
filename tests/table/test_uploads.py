"""Files people bring along: per person, with an expiry, and with bounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stellwerk.table import Person, Refused
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.uploads import DAY, Uploads
from tests.table.conftest import person


def test_a_file_is_found_by_its_key_and_listed_for_its_owner(runtime: Runtime, ann: Person, bob: Person) -> None:
    key = runtime.uploads.keep(ann, b"a log", "game.log")
    found = runtime.uploads.find(key)
    assert found is not None
    assert (found.data, found.name, found.person) == (b"a log", "game.log", ann.id)
    assert [(each.key, each.size, each.data) for each in runtime.uploads.mine(ann)] == [(key, 5, b"")]
    assert runtime.uploads.mine(bob) == []
    assert runtime.uploads.find("nonsense") is None


def test_the_same_file_of_one_person_is_kept_once_and_of_two_twice(runtime: Runtime, ann: Person, bob: Person) -> None:
    keys = [runtime.uploads.keep(who, b"a log") for who in (ann, ann, bob)]
    assert keys[0] == keys[1] != keys[2]
    runtime.uploads.forget(bob, keys[0])
    assert runtime.uploads.find(keys[0]) is not None
    runtime.uploads.forget(ann, keys[0])
    assert runtime.uploads.find(keys[0]) is None
    assert runtime.uploads.find(keys[2]) is not None


def test_files_expire_and_are_then_deleted(runtime: Runtime, ann: Person) -> None:
    start = runtime.store.now()
    runtime.store.now = lambda: start
    key = runtime.uploads.keep(ann, b"a log")
    runtime.store.now = lambda: start + runtime.settings.upload_days * DAY - 1
    assert runtime.uploads.find(key) is not None
    runtime.store.now = lambda: start + runtime.settings.upload_days * DAY
    assert runtime.uploads.find(key) is None
    runtime.worker.take()
    runtime.store.now = lambda: start
    assert runtime.uploads.find(key) is None


def test_too_many_or_too_large_ones_make_room_among_ones_own(runtime: Runtime, ann: Person, bob: Person) -> None:
    settings = replace(runtime.settings, uploads_each=3, uploads_each_mb=1)
    uploads, clock = Uploads(runtime.store, settings), iter(range(10**12, 10**13))
    runtime.store.now = lambda: next(clock)
    others = uploads.keep(bob, b"bob")
    keys = [uploads.keep(ann, b"x%d" % n) for n in range(5)]
    assert [each.key for each in uploads.mine(ann)] == keys[:1:-1]
    large = uploads.keep(ann, b"l" * 1_000_000)
    assert [each.key for each in uploads.mine(ann)] == [large]
    with pytest.raises(Refused, match="too-large"):
        uploads.keep(ann, b"l" * 1_000_001)
    assert uploads.find(others) is not None


def test_all_together_have_a_bound_and_those_who_keep_most_make_room(runtime: Runtime, ann: Person) -> None:
    """A stranger who fills the store throws out his own files, not everybody's."""
    settings = replace(runtime.settings, uploads_total_mb=1)
    uploads, clock = Uploads(runtime.store, settings), iter(range(10**12, 10**13))
    runtime.store.now = lambda: next(clock)
    honest = uploads.keep(ann, b"honest")
    stranger = person(runtime, "Eve")
    for n in range(15):
        uploads.keep(stranger, b"%02d" % n * 50_000)
    assert uploads.find(honest) is not None
    assert 0 < sum(each.size for each in uploads.mine(stranger)) < 1_000_000
