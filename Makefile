VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
JOBS ?= 1
# One stamp for each set of packages, so that nobody waits for what a target doesn't need.
TOOL := $(VENV)/.tool
TESTS := $(VENV)/.tests
LINT := $(VENV)/.lint
DOCS := $(VENV)/.docs
BENCH := $(VENV)/.bench
CORPUS := $(VENV)/.corpus
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Each installation also compiles the walker, if there is a compiler.
BUILT_FROM := pyproject.toml setup.py $(wildcard src/unstatic/cparse/native/*.[ch])

.PHONY: demo test check lint docs bench corpus wild objections merged stdlib robustness series review tutorial recording clean

# Shows what a migration looks like, then imports the result twice: in the main interpreter and in a second one.
demo: $(TOOL)
	$(BIN)/unstatic scan corpus/demo
	$(BIN)/unstatic diff corpus/demo
	@copies=$$(mktemp -d) && trap 'rm -rf "$$copies"' EXIT && \
	    $(BIN)/unstatic migrate corpus/demo --output "$$copies/migrated" && \
	    $(BIN)/python corpus/demo/try.py corpus/demo "$$copies/migrated"

# What passed before, made of the same, isn't built and probed again: make test ARGS=--anew does.
test: $(TESTS)
	$(BIN)/python -m pytest -m "not corpus" --numprocesses auto --dist loadfile $(ARGS)

# What catches most mistakes in two minutes: types, layers, pages, every case and small extension to the byte, and the
# behaviour of those extensions of corpus/ that the branch changes.
check: $(TESTS) lint
	$(BIN)/python -m pytest --failed-first --numprocesses auto --changed tests/test_cases.py tests/test_layers.py \
	    tests/test_rules.py tests/test_rewrite_pages.py tests/test_capi.py tests/test_packaging.py \
	    tests/test_small_extensions.py tests/migration/test_steps.py tests/verification/test_conversions.py $(ARGS)

lint: $(LINT)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# Into build/site. A link that leads nowhere is an error; not so with --quiet, which hides it from --strict as well.
docs: $(DOCS)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/site

# Writes docs/benchmarks.md; a look at it in a few minutes: make bench ARGS=--quick
bench: $(BENCH)
	PYTHONPATH=corpus $(BIN)/python -m bench $(ARGS)

# make corpus
# make corpus PACKAGE=xxhash JOBS=2
# What the tool does of them, without building anything: make corpus ARGS=--decisions
corpus: $(CORPUS)
	$(BIN)/python corpus/run.py --jobs $(JOBS) $(ARGS) $(PACKAGE)

# What becomes of packages that nothing here was tuned to, into corpus/WILD.md; with BUILD=1 both versions are built,
# which runs their code, and compared.
wild: $(CORPUS)
	$(BIN)/python corpus/wild.py $(if $(BUILD),--build) $(ARGS)

# What a maintainer would object to in the diffs of all pinned packages, into docs/objections.md
# make objections PACKAGE=wrapt
objections: $(CORPUS)
	$(BIN)/python corpus/objections.py --jobs $(JOBS) $(ARGS) $(PACKAGE)

# Count the lines of conversions that people made and of ours, into docs/merged.md: make merged PACKAGE=xxhash
# PATCHES: a folder with <package>.patch for those that aren't published
merged: $(CORPUS)
	$(BIN)/python corpus/merged.py $(if $(PATCHES),--patches $(PATCHES)) $(ARGS) $(PACKAGE)

# What becomes of CPython's own modules, into corpus/STDLIB.md: Debian's sources are downloaded and built, which takes a
# while; with BUILD=1 the migrated modules as well, and CPython's tests of them are run; with REFLEAKS=1 also as -R 3:3.
stdlib: $(CORPUS)
	$(BIN)/python corpus/stdlib.py $(if $(BUILD),--build) $(if $(REFLEAKS),--refleaks) $(ARGS)

# Apply, build and test the series of one package patch by patch: make series PACKAGE=multidict
series: $(CORPUS)
	$(BIN)/python corpus/series.py $(ARGS) $(PACKAGE)

# Write the transcript in docs/review.md anew.
review: $(CORPUS)
	$(BIN)/python corpus/review.py $(ARGS)

# Run the commands of docs/tutorial.md, and write what they print into it.
tutorial: $(CORPUS)
	$(BIN)/python corpus/tutorial.py $(ARGS)

# Record scan, review and verify anew as docs/recording.svg.
recording: $(TOOL)
	$(BIN)/python corpus/recording.py

# make robustness ARGS='--cases 500 --seed 7 llist'
robustness: $(CORPUS)
	$(BIN)/python corpus/robustness.py --jobs $(JOBS) $(ARGS)

clean:
	rm -rf $(VENV) build dist src/unstatic.egg-info

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(TOOL): $(BUILT_FROM) | $(BIN)/python
	$(PIP) -e .
	touch $@

$(TESTS): $(BUILT_FROM) | $(BIN)/python
	$(PIP) -e '.[test,batch,dask,lsp,corpus]'
	touch $@ $(TOOL) $(CORPUS)

$(LINT): $(BUILT_FROM) | $(BIN)/python
	$(PIP) -e '.[lint,test,batch,lsp,corpus]'
	touch $@

$(DOCS): $(BUILT_FROM) | $(BIN)/python
	$(PIP) -e '.[docs]'
	touch $@

$(BENCH): $(BUILT_FROM) | $(BIN)/python
	$(PIP) -e '.[bench,corpus]'
	touch $@

$(CORPUS): $(BUILT_FROM) | $(BIN)/python
	$(PIP) -e '.[corpus,batch]'
	touch $@
