# One command each. Continuous integration calls the same targets: see .ci/run.
VENV ?= .venv
BIN = $(VENV)/bin
# The folder of the tests that compare screens.
SCREENS ?= tests/tui

.PHONY: setup check format test full snapshots golden run bench bench-docs bench-peers clean

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

# Also what needs tmux, sshd, Chromium, network namespaces, a local model, or minutes.
full: $(BIN)/pytest
	$(BIN)/pytest -n 0 -m '' --hypothesis-profile thorough

# Draws the expected screens anew: read the diff before you commit it.
snapshots: $(BIN)/pytest
	$(BIN)/pytest -n 0 --snapshot-update $(SCREENS)

# Writes the golden files anew, with the same care.
golden: $(BIN)/python
	$(BIN)/python -m tests.golden.regenerate

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

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find core agents metrics tui tests -type d -name __pycache__ -prune -exec rm -rf {} +

# A tool that is missing says how to get it.
$(BIN)/%:
	@echo "$@ is missing: run 'make setup' first" >&2; exit 1
