# Augury. `make help` lists the targets; each one sets up what it needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
# -P keeps the folders of the house from being importable by their own names.
PYTEST := $(BIN)/python -P -m pytest -q -n 2 --dist worksteal
# TLC takes both cores by itself.
ALONE := $(BIN)/python -P -m pytest -q
JAVA_NOTE := note: Java 17 or newer was not found; Spark and TLC will need it (Debian: apt-get install openjdk-17-jre-headless)
export PYSPARK_PYTHON ?= $(CURDIR)/$(BIN)/python

# The first interpreter that is new enough; `make PYTHON=...` chooses another.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
  if "$$p" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo "$$p"; break; fi; done)

# Where the peers of the benchmark are built; CORE is published for Python 3.13 alone.
PEERS := .peers
PYTHON313 ?= $(shell for p in python3.13 python3 "$$HOME"/.pyenv/versions/3.13.*/bin/python; do \
  if "$$p" -c 'import sys, venv; sys.exit(sys.version_info[:2] != (3, 13))' >/dev/null 2>&1; then echo "$$p"; break; fi; done)

.PHONY: help demo test check verify soak vectors lint types pictures lock java ns peers clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | sort | expand -t 12

demo: $(VENV)/.base ## a tour on bundled data; writes out/demo.html
	@$(BIN)/augury demo

# Coverage asks which branches run, not how often: it is taken at the small counts.
test: $(VENV)/.test java lint types ## what CI runs: lint, types, every test, coverage of spec/
	AUGURY_PROFILE=check $(PYTEST) tests/unit tests/vectors tests/property --cov --cov-fail-under=100
	AUGURY_PROFILE=test $(PYTEST) tests/property tests/quality tests/cli tests/proofs
	AUGURY_PROFILE=test $(ALONE) tests/tlc

check: $(VENV)/.test lint types ## two minutes, before each commit
	AUGURY_PROFILE=check $(PYTEST) -x -m "not slow" --ignore=tests/tlc

verify: $(VENV)/.test ## every count that is claimed, fresh seeds; writes EVIDENCE.md
	AUGURY_PROFILE=verify $(BIN)/python tests/evidence.py

soak: $(VENV)/.test ## random search until MINUTES (default 10) are over
	$(BIN)/python tests/soak.py --minutes $${MINUTES:-10}

vectors: $(VENV)/.test ## write spec/vectors/ from the tests that define them
	$(BIN)/python -P -m pytest -q tests/vectors --ignore=tests/vectors/test_files.py --write-vectors

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test ns
	$(BIN)/mypy

pictures: $(VENV)/.base ## draw the pictures of README and docs again
	$(BIN)/python -m augury.examples.pictures docs/pictures

lock: ## resolve the dependencies anew (needs uv)
	uv pip compile -q $(LOCK) --extra dev pyproject.toml -o locks/all.txt
	uv pip compile -q $(LOCK) -c locks/all.txt --extra test pyproject.toml -o locks/test.txt
	uv pip compile -q $(LOCK) -c locks/all.txt --extra build pyproject.toml -o locks/base.txt
	echo 'pycer>=0.1.6' | uv pip compile -q $(subst 3.11,3.13,$(LOCK)) - -o locks/peer-core.txt
	echo 'apache-flink-libraries>=2.3,<3' | uv pip compile -q $(LOCK) - -o locks/peer-flink.txt
LOCK := --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate

peers: $(PEERS)/core/.ready $(PEERS)/flink/.ready ## the engines to compare with, each in its own environment

java:
	@java -version 2>&1 | grep -qE 'version "(1[7-9]|[2-9][0-9])' || echo "$(JAVA_NOTE)"

clean: ## remove everything that was built
	rm -rf $(VENV) $(PEERS) .ns build *.egg-info out .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv was not found; install it (Debian: apt-get install python3 python3-venv) or call make PYTHON=/path/to/python" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { echo "$(PYTHON) cannot make a virtual environment; install its venv module (Debian: apt-get install python3-venv)" >&2; exit 2; }

# One stamp a lock: the environment grows from base to test, never back.
$(VENV)/.base: $(VENV)/bin/python locks/base.txt pyproject.toml
	@echo "installing the locked dependencies"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r locks/base.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: $(VENV)/.base locks/test.txt
	@echo "installing the locked test dependencies"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r locks/test.txt
	@touch $@

# One environment a peer, from its own lock; .ready comes last, so that half of one is none.
$(PEERS)/core/.ready: locks/peer-core.txt
	@test -n "$(PYTHON313)" || { echo "Python 3.13 with venv was not found, and CORE (pycer) needs it; install it or call make peers PYTHON313=/path/to/python3.13" >&2; exit 2; }
	@echo "installing CORE"
	@rm -rf $(@D) && $(PYTHON313) -m venv $(@D)
	@$(@D)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(PEERS)/flink/.installed: locks/peer-flink.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv was not found; install it or call make peers PYTHON=/path/to/python" >&2; exit 2; }
	@echo "installing Flink (about 330 MB)"
	@rm -rf $(@D) && $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(PEERS)/flink/.ready: benchmarks/peers/flink_peer/FlinkPeer.java $(PEERS)/flink/.installed
	@javac -version >/dev/null 2>&1 || { echo "javac 17 or newer was not found, and the Flink peer needs it (Debian: apt-get install openjdk-17-jdk-headless)" >&2; exit 2; }
	@rm -rf $(@D)/classes
	@javac --release 17 -d $(@D)/classes -cp "$$(echo $(@D)/lib/python*/site-packages/pyflink/lib)/*" $<
	@touch $@

# Static tools cannot follow an editable install's finder, so they are given the tree it stands for.
ns:
	@rm -rf .ns && mkdir -p .ns/augury
	@for item in augury/*; do ln -sfn "../../$$item" ".ns/augury/$$(basename "$$item")"; done
	@for room in benchmarks conformance examples proofs reference spark_impl spec tla; do ln -sfn "../../$$room" ".ns/augury/$$room"; done
