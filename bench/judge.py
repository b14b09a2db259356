"""Judges mutants: collects the tests once, then forks for each mutant and runs the tests that reach its function.

A fork starts with nothing run yet, so no cache hides a fault. Quick tests come first, those that have noticed a fault
of the same function before all others; the first failure ends it. A mutant is given five times the processor time its
tests need, and counts as noticed by `timeout` beyond that. `python -m bench.judge NAMES VERDICTS JOBS` runs in a tree
whose sources are mutated already; NAMES lists mutants, and each verdict is added to VERDICTS as it falls.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

REACH = Path("reach.json")
MEMORY = 4 << 30


class Judge:
    """Takes the place of pytest's loop over the tests."""

    def __init__(self, names: list[str], verdicts: Path, jobs: int) -> None:
        self.names, self.verdicts, self.jobs = names, verdicts, jobs
        self.killers: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.fates: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self._rehearse()
        self.reach = json.loads(REACH.read_text("utf-8"))
        self._judge()
        return True

    def _rehearse(self) -> None:
        """Which tests reach which function, and how long they take; all pass without a mutant, none with every one."""
        if not REACH.exists():
            print("tests are run once to see what they reach", file=sys.stderr)
            fate, by = self._alone("stats")
            assert fate == "survived", f"fails by itself: {by}"
        assert self._alone("fail")[0] == "killed", "no test notices that everything fails"

    def _judge(self) -> None:
        running: dict[int, tuple[str, int]] = {}
        began, waiting = time.monotonic(), sorted(self.names, key=lambda name: sum(self._tests(name).values()))
        for name in waiting:
            tests = self._tests(name)
            if not tests:
                self._note(name, "no tests", "", began)
                continue
            if len(running) == self.jobs:
                self._gather(running, began)
            first = self.killers[function(name)]
            order = sorted(tests, key=lambda test: (-first[test], tests[test]))
            pid, pipe = self._fork(name, order, 10 + 5 * int(sum(tests.values())))
            running[pid] = (name, pipe)
        while running:
            self._gather(running, began)
        print(file=sys.stderr)

    def _tests(self, name: str) -> dict[str, float]:
        found: dict[str, float] = self.reach.get(function(name), {})
        return found

    def _fork(self, mutant: str, tests: list[str], seconds: int) -> tuple[int, int]:
        """A child that runs tests with a mutant until one fails, and writes which; its process and what it says."""
        gc.freeze()
        read, write = os.pipe()
        pid = os.fork()
        if pid:
            os.close(write)
            return pid, read
        for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
            resource.setrlimit(kind, (most, most))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1), os.dup2(nowhere, 2)
        failed = self._run(mutant, tests)
        os.write(write, failed.encode())
        os._exit(1 if failed else 0)

    def _run(self, mutant: str, tests: list[str]) -> str:
        set_mutant_under_test(mutant)
        reached: defaultdict[str, dict[str, float]] = defaultdict(dict)
        chosen = [self.items[test] for test in tests]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            began = time.process_time()
            state()._stats.clear()
            self.session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            for name in state()._stats:
                reached[name][item.nodeid] = time.process_time() - began
            if self.session.testsfailed:
                return item.nodeid
        if mutant == "stats":
            REACH.write_text(json.dumps(reached), "utf-8")
        return ""

    def _gather(self, running: dict[int, tuple[str, int]], began: float) -> None:
        pid, status = os.wait()
        name, pipe = running.pop(pid)
        self._note(name, *self._said(status, pipe), began)

    def _alone(self, mutant: str) -> tuple[str, str]:
        pid, pipe = self._fork(mutant, list(self.items), 600)
        return self._said(os.waitpid(pid, 0)[1], pipe)

    @staticmethod
    def _said(status: int, pipe: int) -> tuple[str, str]:
        with os.fdopen(pipe) as said:
            by = said.read()
        if os.WIFSIGNALED(status):
            return "timeout", ""
        return ("killed" if os.WEXITSTATUS(status) else "survived"), by

    def _note(self, name: str, fate: str, by: str, began: float) -> None:
        self.fates[fate] += 1
        self.killers[function(name)][by] += bool(by)
        with self.verdicts.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": name, "fate": fate, "by": by}, ensure_ascii=False) + "\n")
        lived = self.fates["survived"] + self.fates["no tests"]
        done, seconds = self.fates.total(), time.monotonic() - began
        print(f"\r{done} of {len(self.names)} judged, {lived} lived, {seconds:.0f} s ", end="", file=sys.stderr)


def function(mutant: str) -> str:
    return mutant.partition("__mutmut_")[0]


def main(names: str, verdicts: str, jobs: str) -> int:
    wanted = Path(names).read_text("utf-8").split()
    selection = ["-m", "not slow", Path("selection").read_text("utf-8")]
    silently = ["--rootdir=.", "--assert=plain", "--tb=native"]
    return int(pytest.main([*selection, *silently], plugins=[Judge(wanted, Path(verdicts), int(jobs))]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
