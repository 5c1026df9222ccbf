# Every task of the project.  Needs only make and Python 3.11-3.13; makes its own environment in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Compiled files must not depend on whether the surrounding shell wants byte code.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help install demo dashboard screenshots test check format bless wheel benchmarks clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1 \t/' | expand -t 20

install: $(STAMP) ## the environment in .venv, with everything the tasks need

$(STAMP): pyproject.toml $(wildcard setup.py)
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' \
	  || { echo "Python 3.11, 3.12 or 3.13 is needed: make PYTHON=python3.12"; exit 20; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

demo: install ## games -> verdicts -> tables -> a summary, and how to go on
	$(BIN)/canasta demo

dashboard: demo ## the pages, on the lake of the demo
	$(BIN)/canasta dashboard --lake demo-lake

screenshots: install ## every page by day and by night, wide and on a phone, as pictures in screenshots/ (needs Chromium)
	$(BIN)/python -m tests.screenshots screenshots

test: install ## all tests, as in CI
	$(BIN)/python -m pytest -n auto

check: install ## style, format, types, architecture, generated pages
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python docs/generate.py --check

format: install ## let ruff put the code in shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bless: install ## accept what the program says now as the expected output; read the diff before you commit it
	$(BIN)/python docs/generate.py
	$(BIN)/python -m pytest -q --bless
	@git --no-pager diff --stat

wheel: install ## dist/*.whl with the compiled kernel, or a plain one where there is no C compiler
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist

benchmarks: install ## how fast it is, plain and compiled, on this machine (compiles the kernel first: minutes)
	$(BIN)/python -m benchmarks

clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
