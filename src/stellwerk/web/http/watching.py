"""What an operator watches: requests and errors of this process, and the metrics in the format of Prometheus."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from stellwerk.table.cache import Cache
from stellwerk.table.service.state import ServerState

DAY = 86_400.0
KEPT = 200
"""Errors that are kept."""
ASKED_EVERY = 5.0
"""Seconds for which what was counted in the database holds."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


@dataclass(frozen=True, slots=True)
class SeenError:
    at: float
    source: str
    text: str


class RecentErrors(logging.Handler):
    """The errors of the last day, as far as they fit; the log has all of them."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._kept: deque[SeenError] = deque(maxlen=KEPT)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        self._kept.append(SeenError(record.created, record.name, record.getMessage()[:300]))

    def today(self) -> list[SeenError]:
        """The latest first."""
        return [error for error in reversed(self._kept) if time.time() - error.at < DAY]


def memory() -> int:
    """Bytes of this process and all it has started."""
    import psutil  # seldom asked for

    here = psutil.Process()
    total = 0
    for process in (here, *here.children(recursive=True)):
        try:
            total += process.memory_info().rss
        except psutil.Error:  # it has ended meanwhile
            continue
    return total


class Metrics:
    """Counted here: requests. Asked for when somebody looks: everything else."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter("stellwerk_requests", "Requests", ["method", "status"], registry=self.registry)
        self._seconds = Histogram(
            "stellwerk_request_seconds", "Time to answer", buckets=SECONDS, registry=self.registry
        )

    def answered(self, method: str, status: int, seconds: float | None) -> None:
        """Streams last as long as somebody listens: they are counted, not timed."""
        self._requests.labels(method if method in METHODS else "other", str(status)).inc()
        if seconds is not None:
            self._seconds.observe(seconds)

    def told(self, figures: dict[str, Any]) -> bytes:
        with_figures = _Figures(figures)
        self.registry.register(with_figures)
        try:
            return generate_latest(self.registry)
        finally:
            self.registry.unregister(with_figures)


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")


class _Figures(Collector):
    def __init__(self, figures: dict[str, Any]) -> None:
        self.figures = figures

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, value in self.figures.items():
            if isinstance(value, dict):
                family = GaugeMetricFamily(f"stellwerk_{name}", name, labels=["kind"])
                for kind, count in value.items():
                    family.add_metric([kind], count)
            else:
                family = GaugeMetricFamily(f"stellwerk_{name}", name, value=value)
            yield family


def figures_of(state: ServerState, errors: RecentErrors, streams: int) -> dict[str, Any]:
    """Names without their prefix."""
    found: dict[str, Any] = {
        "tables": state.tables,
        "people": {"accounts": state.accounts, "guests": state.guests, "seen_today": state.seen_today},
        "bot_turns_waiting": state.bot_turns,
        "messages_waiting": state.messages,
        "bytes": {"database": state.database_bytes, "libraries": state.library_bytes, "free": state.free_bytes},
        "memory_bytes": memory(),
        "streams": streams,
        "errors": errors.count,
    }
    if state.workers is not None:
        found |= {"jobs_waiting": state.jobs, "workers": state.workers}
    if state.backups is not None:
        found["newest_backup_seconds"] = state.backups.newest / 1000
    return found


class Remembered:
    """The state of the server, counted anew every few seconds at most."""

    def __init__(self, ask: Callable[[], ServerState]) -> None:
        self._ask, self._kept = ask, Cache[str, tuple[float, ServerState]](1)

    def __call__(self) -> ServerState:
        kept = self._kept.get("state")
        if kept is None or time.monotonic() - kept[0] > ASKED_EVERY:
            kept = (time.monotonic(), self._ask())
            self._kept.put("state", kept)
        return kept[1]
