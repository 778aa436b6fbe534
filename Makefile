# Everything a newcomer needs: make run, make test. Each target makes its own environment in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MAKEFLAGS += --no-print-directory

build:
	$(BIN)/pip install -q --no-build-isolation -e . 
