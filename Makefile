# Everything a newcomer needs: make run, make test. Each target makes its own environment in .venv and installs what it needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
DONE := $(VENV)/.done
STORE ?= results/quick
TESTS ?= tests
JOBS ?= 2
CASES ?= 10000
KILLS ?= 1000
CALLS ?= 100000
FUZZ_MINUTES ?= 10
SOAK_MINUTES ?= 60
PIP := $(BIN)/pip --disable-pip-version-check install -qq
NATIVE := $(shell find cpp bindings -name '*.cpp' -o -name '*.hpp' 2>/dev/null) CMakeLists.txt
FORMATTED := $(shell find cpp bindings playground -name '*.cpp' -o -name '*.hpp' 2>/dev/null)

.PHONY: help run test lint format bench docs atlas-docs playground sanitize arm mutate attack audit build browser clean

help:
	@echo "make run       run the quick experiment (all 364 algorithms, minutes) and write its report"
	@echo "make test      run all tests, slow ones too (TESTS=tests/engine for a part)"
	@echo "make lint      check formatting, style, types and the direction of imports"
	@echo "make format    let the formatters have their way"
	@echo "make bench     measure microseconds per evaluation, next to other libraries"
	@echo "make docs      build the documentation site, with the playground"
	@echo "make atlas-docs  write again what the docs, the README and inbounds recommend say from the runs in atlas/"
	@echo "make playground  compile the core to WebAssembly and build the page of inbounds play"
	@echo "make sanitize  run the core's own tests under address and undefined-behaviour sanitizers"
	@echo "make arm       run the core's own tests for 64-bit ARM, in an emulator"
	@echo "make mutate    see which small changes of one module its tests miss: MODULE=src/inbounds/… TESTS=tests/…"
	@echo "make attack    damaged stores and imports, kills, generated calls, a fuzzer, a soak (CASES, KILLS, CALLS, …_MINUTES)"
	@echo "make audit     look the installed packages up in PyPI's list of known weaknesses"
	@echo "make build     compile again after a change of the C++ code"
	@echo "make clean     remove what was built (results stay)"

run: $(DONE)/package
	$(BIN)/inbounds run quick --store $(STORE)
	$(BIN)/inbounds report $(STORE)

test: $(DONE)/test $(DONE)/playground browser
	$(BIN)/pytest -n $(JOBS) --dist loadgroup $(TESTS)

lint: $(DONE)/lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/check_imports.py
	@echo clang-format --dry-run --Werror
	@$(BIN)/clang-format --dry-run --Werror $(FORMATTED)

format: $(DONE)/lint
	$(BIN)/ruff check --fix-only -q .
	$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(FORMATTED)

bench: $(DONE)/bench
	$(BIN)/inbounds bench

docs: $(DONE)/docs $(DONE)/playground
	$(BIN)/python playground/build.py --if-possible
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	@echo "documentation: docs/_build/html/index.html"

atlas-docs: $(DONE)/test
	$(BIN)/python -m benchmarks.atlas_docs

playground: $(DONE)/playground
	$(BIN)/python playground/build.py

sanitize: $(DONE)/tools
	PATH="$(abspath $(BIN)):$$PATH" cmake -S . -B build/sanitize -G Ninja -DCMAKE_BUILD_TYPE=Debug \
	  -DINBOUNDS_BINDINGS=OFF -DINBOUNDS_TESTS=ON -DINBOUNDS_SANITIZE=ON
	PATH="$(abspath $(BIN)):$$PATH" cmake --build build/sanitize
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure --no-tests=error

# Cross-compiled and run under an emulator (Debian: g++-aarch64-linux-gnu qemu-user): right or wrong, not fast or slow.
arm: $(DONE)/tools
	@command -v aarch64-linux-gnu-g++ qemu-aarch64 >/dev/null || { echo "make arm needs g++-aarch64-linux-gnu and qemu-user" >&2; exit 1; }
	PATH="$(abspath $(BIN)):$$PATH" cmake -S . -B build/arm -G Ninja -DCMAKE_BUILD_TYPE=Release \
	  -DINBOUNDS_BINDINGS=OFF -DINBOUNDS_TESTS=ON -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
	  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64;-L;/usr/aarch64-linux-gnu"
	PATH="$(abspath $(BIN)):$$PATH" cmake --build build/arm
	$(BIN)/ctest --test-dir build/arm --output-on-failure --no-tests=error

mutate: $(DONE)/test
	$(BIN)/python tools/mutate.py $(MODULE) $(TESTS)

attack: $(DONE)/test
	$(BIN)/python benchmarks/attack_stores.py --cases $(CASES)
	$(BIN)/python benchmarks/attack_kills.py --kills $(KILLS)
	$(BIN)/python benchmarks/attack_imports.py --cases $(CASES)
	$(BIN)/python benchmarks/attack_calls.py --cases $(CALLS)
	$(PIP) --group fuzz
	$(BIN)/python benchmarks/fuzz_readers.py --minutes $(FUZZ_MINUTES)
	$(BIN)/python benchmarks/soak.py --minutes $(SOAK_MINUTES)

# Known weaknesses of the installed packages, asked of PyPI's database: needs the network.
audit: $(DONE)/test
	$(PIP) pip-audit
	$(BIN)/python -m pip_audit --skip-editable

build: $(DONE)/tools
	$(PIP) --no-build-isolation -e ".[studies]"
	@$(copy_stubs)

clean:
	rm -rf $(VENV) build dist docs/_build docs/generated src/inbounds/_core.pyi src/inbounds/_cpu.pyi src/inbounds/playground/page.html
	find . -name __pycache__ -o -name .pytest_cache -o -name .mypy_cache -o -name .ruff_cache -o -name .hypothesis | xargs rm -rf

# The type checker looks beside the sources; the build puts the generated stubs beside the compiled modules.
# Editors complete the operators' names from a module that follows the core's lists.
copy_stubs = cp "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')"/inbounds/*.pyi src/inbounds/ && $(BIN)/python tools/write_operator_names.py

# The newest interpreter that will do, unless PYTHON names one.
find_python = for python in "$${PYTHON:-python3}" python3.13 python3.12 python3.11; do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$python"; exit; fi; done; \
	  echo "inbounds needs Python 3.11 or newer (set PYTHON to one)" >&2; exit 1

$(DONE)/venv:
	python=$$($(find_python)); "$$python" -m venv $(VENV)
	$(PIP) --upgrade "pip>=25.1"
	@mkdir -p $(DONE) && touch $@

$(DONE)/tools: pyproject.toml | $(DONE)/venv
	$(PIP) --group build
	@touch $@

$(DONE)/package: $(NATIVE) $(DONE)/tools
	$(PIP) --no-build-isolation -e ".[studies]"
	@$(copy_stubs)
	@touch $@

$(DONE)/test: $(DONE)/package
	$(PIP) "inbounds[all]" --group test
	@touch $@

$(DONE)/lint: $(DONE)/package
	$(PIP) "inbounds[all]" --group lint
	@touch $@

$(DONE)/bench: $(DONE)/package
	$(PIP) --group bench
	@touch $@

$(DONE)/docs: $(DONE)/package
	$(PIP) "inbounds[all]" --group docs
	@touch $@

# The compiler for WebAssembly is a large package that not every machine can have: where there is none, build.py says so.
$(DONE)/playground: $(DONE)/package
	-@$(PIP) --group playground
	@touch $@

# The report is looked at in a real browser; where none can be had those tests say that they were skipped.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null && exit; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing chromium for the browser tests"; \
	  { apt-get install -y -qq --no-install-recommends chromium || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }; } \
	    >/dev/null 2>&1 && exit; \
	fi; \
	echo "WARNING: no chromium here and none could be installed: the browser tests will be skipped"
