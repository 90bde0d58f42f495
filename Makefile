VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PYTHON ?= python3
JOBS ?= 1

.PHONY: demo test lint docs bench corpus robustness series review clean

# Shows what a migration looks like, then imports the result twice: in the main interpreter and in a second one.
demo: $(STAMP)
	$(BIN)/unstatic scan corpus/demo
	$(BIN)/unstatic diff corpus/demo
	@copies=$$(mktemp -d) && trap 'rm -rf "$$copies"' EXIT && \
	    $(BIN)/unstatic migrate corpus/demo --output "$$copies/migrated" && \
	    $(BIN)/python corpus/demo/try.py corpus/demo "$$copies/migrated"

test: $(STAMP)
	$(BIN)/python -m pytest -m "not corpus" --numprocesses auto --dist loadfile $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# Into build/site. A link that leads nowhere is an error; not so with --quiet, which hides it from --strict as well.
docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/site

# Writes docs/benchmarks.md; a look at it in a few minutes: make bench ARGS=--quick
bench: $(STAMP)
	PYTHONPATH=corpus $(BIN)/python -m bench $(ARGS)

# make corpus
# make corpus PACKAGE=xxhash JOBS=2
corpus: $(STAMP)
	$(BIN)/python corpus/run.py --jobs $(JOBS) $(ARGS) $(PACKAGE)

# Apply, build and test the series of one package patch by patch: make series PACKAGE=multidict
series: $(STAMP)
	$(BIN)/python corpus/series.py $(ARGS) $(PACKAGE)

# Write the transcript in docs/review.md anew.
review: $(STAMP)
	$(BIN)/python corpus/review.py $(ARGS)

# make robustness ARGS='--cases 500 --seed 7 llist'
robustness: $(STAMP)
	$(BIN)/python corpus/robustness.py --jobs $(JOBS) $(ARGS)

clean:
	rm -rf $(VENV) build dist src/unstatic.egg-info

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,lint,docs,bench,corpus,batch,dask]'
	touch $@
