# One command each: `make play` to play, `make test` to test. Both install what they need into .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
EXTRAS := fast,notices,rl,data,render,postgres,cluster,peers,dev
SOURCES := $(wildcard src tests scripts bench examples)

.PHONY: help install play test quick check format lint pages types units soak bench i18n docs site screenshots walks wheels browser lock audit changelog clean

help:
	@echo "make play         install, start the site and say where to click"
	@echo "make test         install what the tests need, browser and node included, and run them"
	@echo "make check        the gate: format, lint and strict types of Python, scripts, styles and templates; documents; audit; tests"
	@echo "make lock         after a change of constraints.txt: the digests of what may be installed"
	@echo "make soak         the long runs: kills, mutations, arenas, whole games in the browser"
	@echo "make bench        measurements (history in bench/results.md)"
	@echo "make i18n         extract texts and bring the catalogues up to date"
	@echo "make docs         generate the rule pages"
	@echo "make site         the documents as a site, in build/site"
	@echo "make screenshots  pictures of the pages for the README"
	@echo "make wheels       build the plain wheel and one with a compiled route search"
	@echo "make walks        trace a click, an upload and a bot's turn into docs/architecture.md"

install: .venv/.developers

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found (Debian: apt install python3 python3-venv)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing (Debian: apt install python3-venv)."; exit 1; }
	@$(PYTHON) -m venv .venv

# First what is locked, every file checked against its digest; then ourselves, and what is not locked yet. As a constraint,
# too: of what a package wants with an extra pip would take the newest, which has no digest here.
.venv/.developers: pyproject.toml constraints.txt locked/developers.txt | .venv/bin/python
	$(PIP) --require-hashes -r locked/developers.txt -c locked/developers.txt
	$(PIP) -c constraints.txt -e ".[$(EXTRAS)]"
	@touch .venv/.players $@

# Players need neither the tests' tools nor PostgreSQL.
.venv/.players: pyproject.toml constraints.txt locked/players.txt | .venv/bin/python
	$(PIP) --require-hashes -r locked/players.txt -c locked/players.txt
	$(PIP) -c constraints.txt -e .
	@touch $@

play: .venv/.players
	@$(BIN)/stellwerk serve --lan $(ARGS)

browser: install
	@$(BIN)/python scripts/browser.py

# The unit tests of the pages' scripts, by node's own runner.
units: install
	@$(BIN)/python scripts/node.py node
	node --test tests/js/*.test.js

test: install browser units
	$(BIN)/python -m pytest -n 2 --dist loadfile $(ARGS)

quick: install
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not browser and not slow" $(ARGS)

format: install
	$(BIN)/ruff format $(SOURCES)

lint: install
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)

types: install
	$(BIN)/mypy
	for game in examples/*/src; do $(BIN)/mypy $$game || exit 1; done

node_modules/.installed: package.json package-lock.json | .venv/.developers
	@$(BIN)/python scripts/node.py node npm
	npm ci --ignore-scripts --loglevel=error
	@touch $@

# Scripts (types from JSDoc), style sheets and templates of the pages.
pages: install node_modules/.installed
	node_modules/.bin/tsc
	node_modules/.bin/eslint --max-warnings 0 src tests "*.config.js"
	node_modules/.bin/stylelint --max-warnings 0 "src/**/*.css" "examples/**/*.css"
	$(BIN)/djlint --lint --quiet src

# Known holes in what we install; skipped where no database of them can be reached.
audit: install
	@$(BIN)/python scripts/audit.py

# Digests of everything in constraints.txt, for every system.
lock: .venv/bin/python
	$(PIP) -c constraints.txt uv
	$(BIN)/python scripts/lock.py $(EXTRAS)

check: lint types pages site audit test

soak: install browser
	$(BIN)/python bench/soak.py $(ARGS)

bench: install
	$(BIN)/python bench/run.py $(ARGS)

i18n: install
	$(BIN)/python scripts/i18n.py $(ROOMS)

docs: install
	$(BIN)/python scripts/rulebook.py
	$(BIN)/python scripts/environments.py

# The documents as a site, strictly: a link that leads nowhere is an error.
site: install
	$(BIN)/python scripts/site.py

screenshots: install browser
	$(BIN)/python scripts/screenshots.py

walks: install browser
	$(BIN)/python -m scripts.walks

# A wheel that runs everywhere and one for this system with the route search compiled, in dist/.
wheels: install
	$(BIN)/python scripts/wheels.py

changelog: install
	$(BIN)/python scripts/changelog.py

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .hypothesis .soak
