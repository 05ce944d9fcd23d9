# make play: the web table.   make test: everything that must hold.   Both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?=
# The tests start Python some hundred times, so it may keep what it has compiled, whatever the environment says.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist loadfile

.PHONY: play terminal test quick check bench pictures browser clean help

help:  ## lists the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

play: $(VENV)/.ready  ## sets everything up and opens the web table in the browser
	@$(BIN)/ponticello serve --open

terminal: $(VENV)/.ready  ## sets everything up and starts a game in the terminal (GAME=ponte picks one)
	@$(BIN)/ponticello play $(GAME)

test: $(VENV)/.ready-dev browser  ## sets everything up and runs all tests
	$(PYTEST) --no-loadscope-reorder

quick: $(VENV)/.ready-dev  ## those tests that are done within a minute, for every change in between
	PONTICELLO_INTERPRET=1 $(PYTEST) -m "not slow" --ignore=tests/browser --ignore=tests/server/test_server_schemathesis.py

check: $(VENV)/.ready-dev  ## lint, types, import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready-bench  ## speed, beside others in the same run
	$(BIN)/python benchmarks/playouts.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/environments.py

pictures: $(VENV)/.ready  ## draws the pictures of the documentation anew
	$(BIN)/python docs/pictures/draw.py

# The browsers that some tests need: Chromium and, a third quicker, Chromium without windows. Those that are there, else Debian's, else
# Playwright's own.
browser: $(VENV)/.ready-dev
	@for name in $${CHROMIUM:-chromium chromium-browser google-chrome google-chrome-stable}; do \
	    command -v $$name >/dev/null && exit 0; \
	  done; \
	  if test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium for the browser tests"; apt-get update -qq; \
	    apt-get install -y -qq chromium chromium-headless-shell >/dev/null && exit 0; apt-get install -y -qq chromium >/dev/null && exit 0; \
	  fi; \
	  $(BIN)/playwright install chromium && exit 0; \
	  echo "The browser tests need Chromium: install it (Debian and Ubuntu: sudo apt install chromium), or say CHROMIUM=/path/to/it"; exit 1

clean:  ## removes the virtual environment and what tools left behind
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Each mark depends on what it was made from, so that a changed pyproject.toml or constraints.txt installs anew.
$(VENV)/.ready: pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or later is needed: install it, or say make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or later is needed, and $(PYTHON) is older: say make PYTHON=/path/to/python3"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
	  || { echo "Python's venv module is missing: on Debian and Ubuntu, apt install python3-venv"; rm -rf $(VENV); exit 1; }
	@echo "Setting up Ponticello in $(VENV) (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[server,pictures,nets]'
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

$(VENV)/.ready-bench: $(VENV)/.ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@
