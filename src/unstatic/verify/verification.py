"""Builds both sides under each interpreter, probes them, and says what that proves."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from unstatic.errors import UsageError
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify import exercises
from unstatic.verify.building import builds, sanitizer, symbols
from unstatic.verify.building.builds import BuildFailed, Installed, Recipe, Tested
from unstatic.verify.building.compiler_warnings import fresh_warnings
from unstatic.verify.building.machine_code import is_same_code
from unstatic.verify.building.symbol_names import named, plain_name
from unstatic.verify.children import (
    COMPARED,
    OTHER_MEMORY,
    Effort,
    Observation,
    Outcomes,
    Subject,
    looked_again,
    observe,
    run_probes,
)
from unstatic.verify.compare import compare
from unstatic.verify.files import lost
from unstatic.verify.findings import Accepted, Finding, Kind, accept
from unstatic.verify.judge import judge
from unstatic.verify.judging.case import claim_of
from unstatic.verify.recipes import Recording
from unstatic.verify.verdict import ModuleVerdict, PythonVerdict, Verdict

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Order:
    """
    What to verify: two projects or, if *prebuilt*, two wheels or libraries.

    *exercises* holds sources by import name; the one of the empty name is for all modules. *only* names the modules to
    examine, all that differ if it's empty. *declared* are symbols that a migration said would stay.
    """

    before: Path
    after: Path
    prebuilt: bool = False
    recipe: Recipe = Recipe()
    effort: Effort = Effort()
    exercises: Mapping[str, str] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    declared: frozenset[str] = frozenset()
    accepted: tuple[Accepted, ...] = ()
    sanitize: bool = False


@dataclass(frozen=True, slots=True)
class _Work:
    """
    Where one interpreter's run happens; *label* tells it from the others, *say* shows progress.

    *pattern* is what its environments are copied from, once it is there.
    """

    order: Order
    python: Interpreter
    label: str
    folder: Path
    pattern: Path
    logs: Path
    say: Say

    def log(self, name: str) -> Path:
        return self.logs / f"{self.python.minor}-{name}.log"

    def tell(self, text: str) -> None:
        self.say(f"Python {self.label}: {text}")


def verify(order: Order, pythons: Sequence[Interpreter], skipped: Sequence[str], logs: Path, say: Say) -> Verdict:
    """
    Return the verdict. Logs stay in *logs*; everything else that was made is removed, also when we are interrupted.

    Raises BuildFailed if the original can't be built or used: then there is nothing to compare with.
    """
    recordings: dict[str, Recording] = {}
    verdicts: dict[Path, PythonVerdict] = {}
    # Recording needs a Python that can, and its recipes are good for the others.
    for python in sorted(pythons, key=lambda python: python.number < (3, 12)):
        with tempfile.TemporaryDirectory(prefix="unstatic-verify-", ignore_cleanup_errors=True) as folder:
            label, place = _label(python, pythons), _place(python, pythons, logs)
            work = _Work(order, python, label, Path(folder), Path(folder, "environment"), place, say)
            verdicts[python.executable] = _verify(work, recordings)
    ordered = tuple(verdicts[python.executable] for python in pythons)
    before, after = _told_apart(order.before, order.after)
    return Verdict(before, after, ordered, tuple(skipped))


def _label(python: Interpreter, pythons: Sequence[Interpreter]) -> str:
    """Return the version, with the path if there are several of it: a debug build, or one without the GIL."""
    several = sum(other.version == python.version for other in pythons) > 1
    return f"{python.version} ({python.executable})" if several else python.version


def _place(python: Interpreter, pythons: Sequence[Interpreter], logs: Path) -> Path:
    """Return the folder of an interpreter's logs, whose names tell minor versions apart."""
    alike = [other for other in pythons if other.minor == python.minor]
    return logs / f"{python.minor}-{alike.index(python) + 1}" if len(alike) > 1 else logs


def _told_apart(before: Path, after: Path) -> tuple[str, str]:
    """Return short names of two paths: the last part, or as much as makes them differ."""
    if before.name != after.name or before == after:
        return before.name or str(before), after.name or str(after)
    shared = os.path.commonpath([before, after])
    return os.path.relpath(before, shared), os.path.relpath(after, shared)


def _verify(work: _Work, recordings: dict[str, Recording]) -> PythonVerdict:
    try:
        before = _installed(work, "before", work.order.before)
    except BuildFailed as error:
        raise BuildFailed(f"the original, {work.order.before}, under Python {work.label}: {error}") from error
    try:
        after = _installed(work, "after", work.order.after)
    except BuildFailed as error:
        text = f"{work.order.after} doesn't build: {error}"
        return PythonVerdict(work.label, (), (text,), None, ())
    wrong, notes = [], []
    names, missing, same = _modules(work.order, before, after)
    wrong += [f"the module {name} is gone" for name in missing]
    wrong += [f"{finding.where}: {finding.text}" for finding in lost(before.files, after.files)]
    notes += [f"{name} is the same code in both, so it was not examined" for name in same]
    if not names and not wrong:
        wrong.append(_nothing(before, work.log("build-before")))
    tests = _tests(work, before, after)
    if tests is not None and not tests[1].same_as(tests[0]):
        wrong.append(f"tests: {tests[0]} before, {tests[1]} after; the log: {tests[1].log}")
    if tests is not None and tests[0].exit and not wrong:
        notes.append(f"the original's own tests fail ({tests[0]}): {tests[0].log}")
    modules = [_module(work, name, before, after, recordings) for name in names]
    shown = (str(tests[0]), str(tests[1])) if tests else None
    fresh, of_slots = fresh_warnings(before.warnings, after.warnings)
    if of_slots:
        notes.append(f"-pedantic warns of {of_slots} functions in slots: the C API keeps them in a void *")
    wrong += [f"new compiler warning{_times(number)}: {text}" for text, number in Counter(fresh).items()]
    return PythonVerdict(work.label, tuple(modules), tuple(wrong), shown, fresh, tuple(notes))


def _times(number: int) -> str:
    return f" ({number} times)" if number > 1 else ""


def _installed(work: _Work, side: str, source: Path) -> Installed:
    log = work.log(f"build-{side}")
    environment = work.folder / side
    if work.order.prebuilt:
        return _prebuilt(work, source, environment, log)
    work.tell(f"building {side}")
    # Both are built in one place: equal sources give equal files then.
    place = work.folder / "tree"
    root = builds.copy_tree(source, place)
    builder = work.folder / "builder" / "bin" / "python"
    if not builder.exists():
        _environment(work, builder.parent.parent)
    try:
        wheel = builds.wheel_of(root, work.python, builder, work.order.recipe, work.folder / f"wheel-{side}", log)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    output = log.read_text(encoding="utf-8", errors="replace")
    executable = _environment(work, environment)
    return builds.install(wheel, work.python, executable, work.order.recipe, output, work.log(f"install-{side}"))


def _environment(work: _Work, folder: Path) -> Path:
    """Return the interpreter of a new environment in *folder*."""
    if not work.pattern.exists():
        builds.environment_of(work.python, work.pattern, work.log("environment"))
    return builds.environment_like(work.pattern, folder)


def _prebuilt(work: _Work, source: Path, environment: Path, log: Path) -> Installed:
    work.tell(f"installing {source.name}")
    if source.suffix == ".whl":
        return builds.install(source, work.python, _environment(work, environment), work.order.recipe, "", log)
    if not source.name.endswith((work.python.suffix, ".abi3.so")) and source.name.count(".") > 1:
        raise BuildFailed(
            f"{source.name} is not for Python {work.python.minor}, whose modules end in {work.python.suffix}"
        )
    site = environment / "lib"
    site.mkdir(parents=True)
    library = Path(shutil.copy2(source, site / source.name))
    name = source.name.partition(".")[0]
    return Installed(work.python.executable, environment, site, {name: library}, builds.warnings(""), log)


def _modules(order: Order, before: Installed, after: Installed) -> tuple[list[str], list[str], list[str]]:
    """Return the names of the modules to examine, of those that are gone, and of those that are the same code."""
    wanted = [name for name in before.modules if not order.only or name in order.only]
    unknown = [name for name in (*order.only, *order.exercises) if name and name not in before.modules]
    if unknown:
        there = ", ".join(before.modules) or "none at all"
        raise UsageError(f"the original has no extension module {', '.join(unknown)}; there are: {there}")
    missing = [name for name in wanted if name not in after.modules]
    same = [
        name
        for name in wanted
        if name not in missing and name not in order.only and is_same_code(before.modules[name], after.modules[name])
    ]
    return [name for name in wanted if name not in missing and name not in same], missing, same


def _nothing(before: Installed, log: Path) -> str:
    """Return why there is nothing to verify: setuptools passes over an optional module that doesn't compile."""
    if before.modules:
        return "no extension module differs, so there is nothing to verify"
    return (
        "the original's build installs no extension module, so there is nothing to verify: "
        f"it may leave out what this Python doesn't need, or what it fails to compile; the log: {log}"
    )


def _tests(work: _Work, before: Installed, after: Installed) -> tuple[Tested, Tested] | None:
    """Run the original's tests with both builds."""
    if not work.order.recipe.test:
        return None
    with _original(work) as source:
        done = []
        for side, installed in (("before", before), ("after", after)):
            work.tell(f"running the tests, {side}")
            log = work.log(f"test-{side}")
            done.append(builds.test(work.order.recipe, source, installed, work.folder / f"tests-{side}", log))
        return done[0], done[1]


@contextlib.contextmanager
def _original(work: _Work) -> Iterator[Path]:
    place = work.folder / "original"
    if work.order.prebuilt:
        # What is in the wheel isn't copied: its modules would hide those that are to be tested.
        place.mkdir()
        yield place
        return
    try:
        yield builds.copy_tree(work.order.before, place)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _module(
    work: _Work, name: str, before: Installed, after: Installed, recordings: dict[str, Recording]
) -> ModuleVerdict:
    source, told = _exercise(work, name, before, recordings)
    work.tell(f"probing {name}, before")
    old = _look(work, name, before, source, "before")
    other = replace(work.order.effort, environment={**work.order.effort.environment, **OTHER_MEMORY})
    again, _ = run_probes(before.python, (), COMPARED, _subject(name, before, source), other)
    work.tell(f"probing {name}, after")
    new = _look(work, name, after, source, "after")
    old = looked_again(before.python, _subject(name, before, source), old, new, work.order.effort)
    data = [symbols.mutable_data(side.modules[name]) for side in (before, after)]
    is_partial = not work.order.declared.isdisjoint(map(plain_name, symbols.kept_variables(*data)))
    claim = claim_of(new.plain, is_partial=is_partial)
    found = compare(old.plain, new.plain, work.python.number, again)
    found += judge(name, old, new, claim, is_partial=is_partial)
    found += _exercise_findings(old.plain)
    found += symbols.audit(data[0], data[1], claim != "none")
    found += _sanitized(work, name, source)
    findings = accept(named(found, after.modules[name], work.order.declared), work.order.accepted)
    return ModuleVerdict(name, claim, told, tuple(findings), _all(old), _all(new))


def _sanitized(work: _Work, name: str, source: str) -> Iterator[Finding]:
    if not work.order.sanitize:
        return
    added = sanitizer.environment(work.python)
    if added is None or work.order.prebuilt:
        reason = "only what is built here can have it" if work.order.prebuilt else "the compiler hasn't got it"
        yield Finding("note", "sanitized", f"nothing to judge: {reason}")
        return
    recipe = replace(work.order.recipe, flags=sanitizer.FLAGS)
    order = replace(work.order, recipe=recipe, sanitize=False)
    special = replace(work, order=order, folder=work.folder / "sanitized", logs=work.logs / "sanitized")
    effort = replace(work.order.effort, environment={**work.order.effort.environment, **added})
    seen = []
    for side, project in (("before", work.order.before), ("after", work.order.after)):
        work.tell(f"probing {name} with the address sanitizer, {side}")
        special.folder.mkdir(exist_ok=True)
        try:
            installed = _installed(special, side, project)
        except BuildFailed as error:
            kind: Kind = "note" if side == "before" else "problem"
            yield Finding(kind, "sanitized", f"not provable here: {side} can't be built with it: {error}")
            return
        subject = _subject(name, installed, source)
        seen.append(run_probes(installed.python, (), sanitizer.PROBES, subject, effort))
        shutil.rmtree(special.folder)
    yield from sanitizer.sanitized(*seen)


def _look(work: _Work, name: str, side: Installed, source: str, label: str) -> Observation:
    seen = observe(side.python, _subject(name, side, source), work.order.effort)
    log = work.log(f"probes-{label}-{name}")
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(seen.log, encoding="utf-8")
    return seen


def _subject(name: str, side: Installed, source: str) -> Subject:
    return Subject(name, (side.site,), source)


def _all(seen: Observation) -> Outcomes:
    return {**seen.plain, **{f"strict {probe}": outcome for probe, outcome in seen.strict.items()}}


def _exercise_findings(outcomes: Outcomes) -> Iterator[Finding]:
    if outcomes.get("import") != {"value": "ok"}:
        yield Finding("problem", "exercise", f"fails with the original: {outcomes.get('import')}")


def _exercise(work: _Work, name: str, before: Installed, recordings: dict[str, Recording]) -> tuple[str, str]:
    """Return the exercise's source, and who it comes from."""
    given = work.order.exercises
    if name in given or "" in given:
        return given.get(name, given.get("", "")), "the given file"
    limit = min(work.order.effort.timeout, 60)
    if work.order.recipe.test:
        recorded = _recorded(work, name, before, recordings)
        checked = exercises.checked(recorded, before.python, (before.site,), limit)
        leaking = [recipe.text for recipe in checked.recipes if recipe.leaks]
        if len(checked.recipes) > len(leaking):
            told = f"{len(checked.recipes)} calls recorded from the tests"
            if leaking:
                told += f", without {len(leaking)} for lifetimes, which leak in the original: {'; '.join(leaking[:3])}"
            return exercises.source(checked), told
    work.tell(f"trying constructors of {name}")
    return exercises.guess(before.python, name, (before.site,), limit), "constructors that were found by trying"


def _recorded(work: _Work, name: str, before: Installed, recordings: dict[str, Recording]) -> Recording:
    if name not in recordings:
        work.tell(f"recording what the tests do with {name}")
        with _original(work) as source:
            folder = work.folder / "recording"
            command = builds.prepare_tests(work.order.recipe, source, before, folder)
            env = builds.test_environment(work.order.recipe, before)
            limit = work.order.recipe.timeout
            recordings[name] = exercises.record(
                before.python, name, command, folder, env, work.log(f"recording-{name}"), limit
            )
    return recordings[name]
