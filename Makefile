# One command each. Continuous integration calls the same targets: see .ci/run.
VENV ?= .venv
BIN = $(VENV)/bin
# The folder of the tests that compare screens.
SCREENS ?= tests/tui

.PHONY: setup check format test test-newest full snapshots golden docs site run bench bench-docs bench-peers audit licences fuzz clean

# A virtual environment with everything that the targets below need.
setup:
	python3 -m venv $(VENV)
	$(BIN)/pip install -q -e '.[dev]'

# Everything that is read rather than run. `make format` mends what the first two refuse.
check: $(BIN)/ruff $(BIN)/mypy $(BIN)/lint-imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(BIN)/ruff
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What needs no more than Python.
test: $(BIN)/pytest
	$(BIN)/pytest

# The tests of the screens with the newest Textual, in an environment of their own; they may fail before we follow it.
NEWEST ?= .venv-newest
test-newest:
	python3 -m venv $(NEWEST)
	$(NEWEST)/bin/pip install -q -e '.[test]'
	$(NEWEST)/bin/pip install -q --upgrade textual
	$(NEWEST)/bin/pip show textual | grep '^Version'
	-$(NEWEST)/bin/pytest $(SCREENS) tests/test_architecture.py

# Also what needs tmux, sshd, Chromium, network namespaces, a local model, or minutes.
full: $(BIN)/pytest $(BIN)/pip
	$(BIN)/pip install -q -e '.[inspect]'
	$(BIN)/pytest -n 0 -m '' --hypothesis-profile thorough

# Draws the expected screens anew: read the diff before you commit it.
snapshots: $(BIN)/pytest
	$(BIN)/pytest -n 0 --snapshot-update $(SCREENS)

# Writes the golden files anew, with the same care.
golden: $(BIN)/python
	$(BIN)/python -m tests.golden.regenerate

# Writes the lists of commands and keys and the schemas of the files anew.
docs: $(BIN)/python
	$(BIN)/python -m scripts.write_docs

# The documentation as pages, in site/; every warning is an error.
site: $(BIN)/mkdocs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

run: $(BIN)/codenames-tui
	$(BIN)/codenames-tui

# Figures, not verdicts: some minutes. `make bench-docs` also takes those that are long, and writes docs/performance.md;
# BENCH passes options on: make bench BENCH='--only rules --quick'.
bench: $(BIN)/python
	$(BIN)/python -m benchmarks $(BENCH)

bench-docs: $(BIN)/python
	$(BIN)/python -m benchmarks --long --write-docs $(BENCH)

# The same work by other packages, which are installed into a folder of their own and thrown away again.
bench-peers: $(BIN)/python
	$(BIN)/python -m benchmarks.peers $(BENCH)

# Asks the vulnerability service of the package index; fails too where it knows nothing of a package.
audit: $(BIN)/pip
	$(BIN)/pip install -q pip-audit
	$(BIN)/pip-audit --strict --skip-editable

# Writes docs/licences.md from what is installed.
licences: $(BIN)/python
	$(BIN)/python scripts/licences.py

# Every reader of what others wrote for MINUTES minutes, guided by coverage. Wants Linux.
MINUTES ?= 3
fuzz: $(BIN)/pip
	$(BIN)/pip install -q atheris
	@for reader in $$($(BIN)/python -c 'from tests.fuzz.targets import TARGETS; print(*TARGETS)'); do \
		echo "== $$reader"; $(BIN)/python -m tests.fuzz.fuzz $$reader -max_total_time=$$((60 * $(MINUTES))) || exit 1; \
	done

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find core agents metrics tui tests -type d -name __pycache__ -prune -exec rm -rf {} +

# A tool that is missing says how to get it.
$(BIN)/%:
	@echo "$@ is missing: run 'make setup' first" >&2; exit 1
