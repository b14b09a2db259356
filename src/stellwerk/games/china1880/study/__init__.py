"""1880: China for the study room: files of 18xx.games, prices and income, the best routes."""

from __future__ import annotations

from stellwerk.games.china1880.study.chronicle import Chronicle
from stellwerk.games.china1880.study.facts import Facts, date_of, facts_of
from stellwerk.games.china1880.study.ledger import Ledger
from stellwerk.games.china1880.study.routes import best_routes, runners, running_now
from stellwerk.games.china1880.study.xxgames import compare, export, importing, report
from stellwerk.study.files import PACKED, FileKind

FILES = (
    FileKind(
        id="18xx-games",
        game="1880",
        suffixes=(".json", ".json.gz"),
        recognises=lambda data: data[:2] == PACKED or data.lstrip()[:1] == b"{",
        read=importing.import_bytes,
        as_json=report.as_json,
        readable=report.readable,
        write_trace=compare.write_trace,
        write=export.exported,
        date=date_of,
        facts=facts_of,
    ),
)

__all__ = ["FILES", "Chronicle", "Facts", "Ledger", "best_routes", "runners", "running_now"]
