"""How an import went, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.core import Text
from stellwerk.core.text import Translator
from stellwerk.games.china1880.study.xxgames.departed import departures
from stellwerk.games.china1880.study.xxgames.importing import Report


def as_json(report: Report, words: Translator) -> dict[str, Any]:
    used, rulings = departures(report.record.header, report.record.entries) if report.record else ({}, [])
    source, problem = report.source, report.problem
    return {
        "file": report.name,
        "complete": report.complete,
        "finished": report.finished,
        "players": [{"id": p.id, "name": p.name} for p in source.players] if source else [],
        "result": dict(report.result) if report.record else {},
        "recorded": dict(source.result) if source and source.result else None,
        "actions": {"recorded": len(source.raw) if source else 0, "live": report.live, "played": report.played},
        "undone": report.undone,
        "passes_added": report.silent,
        "passes_ignored": list(report.surplus),
        "prices": report.record.header.variants["prices"] if report.record else None,
        "departures": dict(used),
        "rulings": [{"entry": number, "text": text} for number, text in rulings],
        "forced": [{"index": p.index, "action": p.action, "text": p.text.render(words)} for p in report.forced],
        "problem": problem
        and {
            "index": problem.index,
            "action": problem.action,
            "text": problem.text.render(words),
            "rule": str(problem.rule),
        },
    }


def readable(report: Report, words: Translator) -> Iterator[str]:
    for text in _lines(report, as_json(report, words)):
        yield text.render(words)


def _lines(report: Report, facts: dict[str, Any]) -> Iterator[Text]:
    if report.source is not None:
        yield Text("{file}: {live} actions, {undone} undone, {played} played", **_counts(report))
    for player in facts["players"]:
        yield _player(player, facts)
    if report.silent or report.surplus:
        added, ignored = report.silent, len(report.surplus)
        yield Text(
            "passes not in the file: {added}; passes without a question: {ignored}", added=added, ignored=ignored
        )
    for name, times in facts["departures"].items():
        yield Text("departure {name}: {times}", name=name, times=times)
    for ruling in facts["rulings"]:
        yield Text("entry {entry}: {text}", **ruling)
    for forced in facts["forced"]:
        yield Text("action {index} ({action}) is against our rules and was followed: {text}", **forced)
    if report.problem is None:
        yield Text("complete, with the result of the file") if facts["recorded"] else Text("complete as far as it goes")
        return
    index, action = report.problem.index, report.problem.action
    where = Text("action {index} ({action})", index=index, action=action) if action else Text("the file")
    yield Text("{where}: {problem} [{rule}]", where=where, problem=report.problem.text, rule=str(report.problem.rule))
    if report.record:
        yield Text("kept: {entries} entries before it", entries=len(report.record.entries))


def _counts(report: Report) -> dict[str, Any]:
    return {"file": report.name, "live": report.live, "undone": report.undone, "played": report.played}


def _player(player: dict[str, str], facts: dict[str, Any]) -> Text:
    counted = facts["result"].get(player["id"], "–")
    recorded = (facts["recorded"] or {}).get(player["id"], "–")
    return Text("{name}: {counted} (recorded: {recorded})", name=player["name"], counted=counted, recorded=recorded)
