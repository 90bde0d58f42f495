"""Deliberately wrong conversions beside right ones: the probes must object to the former and pass the latter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
import tomllib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from harness.compiler import compile_module, has_compiler
from harness.passed import Passed, tools, verifying

from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify.children import Effort, Observation, Subject, observe
from unstatic.verify.compare import compare
from unstatic.verify.files import lost
from unstatic.verify.findings import Finding, problems
from unstatic.verify.judge import judge
from unstatic.verify.judging.case import claim_of

ROOT = Path(__file__).parents[2] / "corpus" / "conversions"
PAGE = Path(__file__).parents[2] / "docs" / "verify-catches.md"
MODULES = tuple(sorted(folder.name for folder in ROOT.iterdir() if (folder / "right.c").exists()))
# The right conversions are for these.
MINORS = ("3.9", "3.10", "3.11", "3.12", "3.13")
# Where a mistake is looked for: the first of these that is here.
PREFERRED = ("3.12", "3.11", "3.13", "3.10", "3.9", "3.8")
# With it, an endless recursion ends in a crash at once; without it, it may become a loop.
FLAGS = ("-fno-optimize-sibling-calls",)
PLAIN = Effort(quick=True, timeout=60, strict=())
STRICT = Effort(quick=True, timeout=60, plain=())
# These take longest: with a wrong conversion they run only where they have to find the mistake.
SLOW = (
    *("legacy", "no memory", "own GIL", "own GIL after main", "own GIL threads"),
    *("reimport", "first import", "orders", "threads", "restart", "shutdown with threads"),
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One table of expect.toml: *field* is a pattern of the place that names it, if the gotcha's ID doesn't."""

    module: str
    name: str
    gotcha: str
    why: str
    minors: tuple[str, ...]
    field: str

    def needs(self, probe: str) -> bool:
        """Return whether the probe has to run: it is quick, or the one that must find this."""
        return probe not in SLOW or self.field.removeprefix("strict ").startswith(probe)

    def is_caught(self, found: list[Finding]) -> bool:
        """Return whether one of the findings says what is wrong."""
        return any(map(self.named_by, found))

    def named_by(self, finding: Finding) -> bool:
        """Return whether the finding says what is wrong, and not only that something is."""
        if self.field:
            return fnmatchcase(finding.where, self.field)
        return finding.gotcha == self.gotcha


def _number(minor: str) -> tuple[int, ...]:
    return tuple(int(part) for part in minor.split("."))


def _mistakes() -> Iterator[Mistake]:
    for module, tables in tomllib.loads((ROOT / "expect.toml").read_text(encoding="utf-8")).items():
        for name, table in tables.items():
            oldest, newest = _number(table["min_python"]), _number(table.get("max_python", "3.13"))
            minors = tuple(minor for minor in PREFERRED if oldest <= _number(minor) <= newest)
            yield Mistake(module, name, table["gotcha"], table["why"], minors, table.get("field", ""))


MISTAKES = tuple(_mistakes())
MISTAKES_BY_NAME = {(mistake.module, mistake.name): mistake for mistake in MISTAKES}


def _find(minor: str) -> Interpreter | None:
    python = interpreters.find(minor)
    return python if python is not None and has_compiler(python) else None


def _python_for(mistake: Mistake) -> Interpreter | None:
    return next((python for minor in mistake.minors if (python := _find(minor)) is not None), None)


class Laboratory:
    """Compiles and observes, each version once per interpreter, two at a time."""

    def __init__(self, builds: Path, sources: Path, passed: Passed) -> None:
        self.builds = builds
        self.sources = sources
        self.passed = passed
        self.pool = ThreadPoolExecutor(2)
        self.seen: dict[tuple[str, str, str, bool], Future[Observation]] = {}
        self.verdicts: dict[tuple[str, str, str], Future[list[Finding]]] = {}

    def verdict(self, module: str, version: str, python: Interpreter) -> Future[list[Finding]]:
        """Return the problems of a version: `right`, or the name of a mistake."""
        key = (module, version, python.minor)
        if key not in self.verdicts:
            self.verdicts[key] = self.pool.submit(self._known_verdict, module, version, python)
        return self.verdicts[key]

    def _known_verdict(self, module: str, version: str, python: Interpreter) -> list[Finding]:
        mistake = MISTAKES_BY_NAME.get((module, version))
        files = [
            (str(path.relative_to(ROOT)), path.read_bytes())
            for path in sorted((ROOT / module).rglob("*"))
            if path.is_file() and (path.suffix != ".diff" or path.stem == version) and "__pycache__" not in path.parts
        ]
        facts = (mistake, files, FLAGS, SLOW, PLAIN, STRICT, tools(python), verifying(), Path(__file__).read_bytes())
        return self.passed.findings(
            facts, lambda: self._verdict(module, version, python), mistake.is_caught if mistake else _is_silent
        )

    def _verdict(self, module: str, version: str, python: Interpreter) -> list[Finding]:
        found = self._problems(module, version, python)
        if version != "right" or not found:
            return found
        # Interpreters with a GIL each and a busy machine vary: a false alarm is one that comes again.
        again = {finding.where for finding in self._problems(module, version, python)}
        return [finding for finding in found if finding.where in again]

    def _problems(self, module: str, version: str, python: Interpreter) -> list[Finding]:
        mistake = MISTAKES_BY_NAME.get((module, version))
        found: list[Finding] = []
        claim = None
        for strict in (False, True):
            before = self._observe(module, "before", python, strict)
            after = self._observe(module, version, python, strict)
            claim = claim or claim_of(after.plain)
            found += problems(compare(before.plain, after.plain, python.number) + judge(module, before, after, claim))
            found += lost(*(_files(self._tree(module, side)) for side in ("before", version)))
            # The debug allocators cost as much time again.
            if mistake is not None and mistake.is_caught(found):
                break
        return found

    def _observe(self, module: str, version: str, python: Interpreter, strict: bool) -> Observation:
        key = (module, version, python.minor, strict)
        if version != "before":
            return self._look(*key, python)
        if key not in self.seen:
            mine: Future[Observation] = Future()
            if self.seen.setdefault(key, mine) is mine:
                try:
                    mine.set_result(self._look(*key, python))
                except BaseException as error:
                    mine.set_exception(error)
        return self.seen[key].result()

    def _look(self, module: str, version: str, minor: str, strict: bool, python: Interpreter) -> Observation:
        tree = self._tree(module, version)
        source = (tree / f"{'before' if version == 'before' else 'right'}.c").read_bytes()
        build = compile_module({f"{module}.c": source}, [f"{module}.c"], module, python, self.builds, FLAGS)
        assert build.compiled, build.log
        exercise = (ROOT / module / "exercise.py").read_text(encoding="utf-8")
        effort = STRICT if strict else PLAIN
        mistake = MISTAKES_BY_NAME.get((module, version))
        if mistake is not None:
            plain, strictly = (tuple(filter(mistake.needs, probes)) for probes in (effort.plain, effort.strict))
            effort = replace(effort, plain=plain, strict=strictly)
        return observe(python.executable, Subject(module, (build.folder, tree / "python"), exercise), effort)

    def _tree(self, module: str, version: str) -> Path:
        """Return a folder with the sources of a version, and in `python` what else its package has."""
        if version in ("before", "right"):
            return ROOT / module
        work = self.sources / f"{module}-{version}"
        if not work.exists():
            place = self.sources / f"{work.name}-{threading.get_ident()}"
            shutil.copytree(ROOT / module, place, ignore=shutil.ignore_patterns("wrong", "before.c"))
            with (ROOT / module / "wrong" / f"{version}.diff").open("rb") as diff:
                subprocess.run(["patch", "-p1", "-s", "--no-backup-if-mismatch"], cwd=place, stdin=diff, check=True)
            place.rename(work)
        return work


def _is_silent(found: list[Finding]) -> bool:
    return not found


def _files(tree: Path) -> set[str]:
    found = (path.relative_to(tree / "python") for path in (tree / "python").rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


@pytest.fixture(scope="session")
def laboratory(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, builds: Path, passed: Passed
) -> Iterator[Laboratory]:
    lab = Laboratory(builds, tmp_path_factory.mktemp("conversions"), passed)
    with pytest.MonkeyPatch.context() as patch:
        # Without the bytecode that came with Python 3.9, its _decimal crashes in interpreters that share a GIL.
        patch.delenv("PYTHONPYCACHEPREFIX", raising=False)
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        # All at once: each test waits for its own.
        for item in request.session.items:
            wanted = getattr(item, "callspec", None)
            if wanted is None or getattr(item, "path", None) != Path(__file__):
                continue
            if "mistake" in wanted.params:
                mistake = wanted.params["mistake"]
                python = _python_for(mistake)
                if python is not None:
                    lab.verdict(mistake.module, mistake.name, python)
            elif "minor" in wanted.params:
                python = _find(wanted.params["minor"])
                if python is not None:
                    lab.verdict(wanted.params["module"], "right", python)
        yield lab
    lab.pool.shutdown(cancel_futures=True)


@pytest.mark.built
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake.module}-{mistake.name}")
def test_a_wrong_conversion_is_caught(mistake: Mistake, laboratory: Laboratory) -> None:
    python = _python_for(mistake)
    if python is None:
        pytest.skip(f"none of the Pythons {', '.join(mistake.minors)} with headers and compiler here")
    found = laboratory.verdict(mistake.module, mistake.name, python).result()

    assert found, f"no problem on {python.minor}"
    assert mistake.is_caught(found), "\n".join(map(str, found))


@pytest.mark.built
@pytest.mark.parametrize("minor", MINORS)
@pytest.mark.parametrize("module", MODULES)
def test_a_right_conversion_passes(module: str, minor: str, laboratory: Laboratory) -> None:
    python = _find(minor)
    if python is None:
        pytest.skip(f"no Python {minor} with headers and compiler here")

    assert laboratory.verdict(module, "right", python).result() == []


def test_every_diff_is_expected() -> None:
    diffs = {(path.parts[-3], path.stem) for path in ROOT.glob("*/wrong/*.diff")}

    assert diffs == {(mistake.module, mistake.name) for mistake in MISTAKES}


HEAD = """# What `unstatic verify` catches

Written by `tests/verification/test_conversions.py`; `UNSTATIC_UPDATE=1` writes it again. The conversions are in
[corpus/conversions](../corpus/conversions/README.md), the gotchas in [gotchas.md](../src/unstatic/settings/gotchas.md).

{summary}

| Mistake | Gotcha | What is wrong | Python | What `verify` says |
| --- | --- | --- | --- | --- |
"""


@pytest.mark.built
def test_the_page_says_what_is_caught(laboratory: Laboratory, request: pytest.FixtureRequest) -> None:
    absent = sorted({mistake.minors[0] for mistake in MISTAKES} - {minor for minor in PREFERRED if _find(minor)})
    absent += [minor for minor in MINORS if _find(minor) is None and minor not in absent]
    if absent:
        pytest.skip(f"no Python {', '.join(absent)} with headers and compiler here")
    rows, caught = [], 0
    for mistake in MISTAKES:
        python = _python_for(mistake)
        assert python is not None
        found = laboratory.verdict(mistake.module, mistake.name, python).result()
        named = list(filter(mistake.named_by, found))
        caught += bool(named)
        why = mistake.why.replace("__", "\\_\\_")
        cells = [f"{mistake.module} {mistake.name}", mistake.gotcha, why, python.minor, _said(named)]
        rows.append(f"| {' | '.join(cells)} |")
    # Who writes the page, or asks for every Python, looks on all of them; else those count on which others looked.
    is_full = bool(os.environ.get("UNSTATIC_UPDATE")) or request.config.getoption("--every-python")
    seen = {(module, minor) for module, version, minor in laboratory.verdicts if version == "right"}
    alarms = 0
    for module in MODULES:
        minors = [minor for minor in MINORS if is_full or (module, minor) in seen]
        pythons = [python for minor in minors or MINORS if (python := _find(minor)) is not None]
        alarms += any(laboratory.verdict(module, "right", python).result() for python in pythons)
    summary = (
        f"**{caught} of {len(MISTAKES)} mistakes caught, {alarms} false alarms on {len(MODULES)} right conversions** "
        f"(on Pythons {', '.join(MINORS)})."
    )
    page = HEAD.format(summary=summary) + "\n".join(rows) + "\n"
    if os.environ.get("UNSTATIC_UPDATE"):
        PAGE.write_text(page, encoding="utf-8")

    assert PAGE.read_text(encoding="utf-8") == page


def _said(named: list[Finding]) -> str:
    """Return what a finding says, if possible one about a type, without what differs from run to run."""
    if not named:
        return "nothing"
    finding = next((entry for entry in named if entry.where.startswith("surface/types")), named[0])
    where = re.sub(r"/\d+$", "", re.sub(r"\d+ tries", "N tries", finding.where))
    text = finding.text
    text = re.sub(r"\{'crashed': -\d+\}|crashed -\d+", "a crash", text)
    text = re.sub(r"""\{'raised': (["'])(.*)\1\}""", r"\2", text)
    text = re.sub(r" \((/|\d+ of \d+ allocations)[^)]*\)", "", text)
    if where.startswith("orders") and "ImportError" not in text:
        # What is in freed memory, and where that shows first, is chance.
        where, text = "orders", "ok -> a failure"
    if not where.startswith(("surface", "subclassed")):
        text = re.sub(r"[-+]?\d+(\.\d+)? (more|references|nested|instances|imports|memory)", r"N \2", text)
    line = f"{where}: {text}".replace("|", "\\|")
    return f"`{line}`"
