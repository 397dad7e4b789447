# Catchment: `make run` starts everything in ./data, `make test` runs the whole suite. `make help` lists the rest.
SHELL := /bin/bash
VENV ?= .venv
BIN := $(VENV)/bin
PYTEST_ARGS ?=
# Test processes; the servers that are slow to start run in one of them.
WORKERS ?= 2

.PHONY: help run test setup setup-dev lint format types imports locale lock bench soak faults screenshots clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

run: setup  ## Start everything in one folder (./data) with the sample site; Ctrl-C stops it
	@exec $(BIN)/catchment up --sample

test: setup-dev  ## Run the whole suite
	@bash tests/stack/install.sh
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(PYTEST_ARGS)

setup: $(VENV)/.run-ready  ## Build the environment that `run` needs

setup-dev: $(VENV)/.dev-ready  ## Build the environment that tests and linters need

$(VENV)/.run-ready: requirements.lock pyproject.toml
	@bash deploy/setup.sh $(VENV) requirements.lock
	@touch $@

$(VENV)/.dev-ready: requirements-dev.lock pyproject.toml
	@bash deploy/setup.sh $(VENV) requirements-dev.lock
	@touch $@ $(VENV)/.run-ready

lint: setup-dev  ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup-dev  ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: setup-dev  ## Check types (mypy --strict)
	$(BIN)/mypy

imports: setup-dev  ## Check the layers (import-linter)
	$(BIN)/lint-imports

locale: setup-dev  ## Extract messages and merge them into the catalogues
	$(BIN)/python -m console.locale_tools update

lock: setup-dev  ## Resolve the dependencies anew
	@bash deploy/lock.sh $(VENV)

bench: setup-dev  ## Measure end to end beside Scrapy, in one run
	$(BIN)/python -m tests.bench.e2e $(BENCH_ARGS)

soak: setup-dev  ## Collect PAGES pages (or for MINUTES) and check that no role's memory grows
	$(BIN)/python -m tests.bench.soak --pages $(or $(PAGES),1000000) $(if $(MINUTES),--minutes $(MINUTES))

faults: setup-dev  ## Break the running product in RUNS random ways and check that nothing is lost
	$(BIN)/python -m tests.faults.campaign --runs $(or $(RUNS),200) --seed $(or $(SEED),1)

screenshots: setup-dev  ## Take the README's pictures from the running product
	$(BIN)/python -m tests.console.screenshots

clean:  ## Remove the environment and caches (not ./data)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache build dist *.egg-info
