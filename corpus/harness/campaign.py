"""Takes one pinned package through everything: fetch, migrate, build, test and probe, before and after."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from harness import packages
from harness.compiler import new_warnings
from harness.migration import Claim, Migration, leave_alone, migrate
from harness.packages import Installed, StepFailed, Tested, execute, fill
from harness.pins import Pin
from unstatic.building.interpreters import Interpreter
from unstatic.verify import symbols
from unstatic.verify.children import COMPARED, Effort, Observation, Subject, observe, run_probes
from unstatic.verify.compare import compare
from unstatic.verify.findings import Finding, accept
from unstatic.verify.findings import problems as only_problems
from unstatic.verify.judge import judge


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run, and where: *cache* outlives runs, *folder* holds this run's trees, builds and logs."""

    pin: Pin
    pythons: tuple[Interpreter, ...]
    cache: Path
    folder: Path
    jobs: int = 1
    really: bool = True

    def log(self, name: str) -> Path:
        """Return the path of one log of this run."""
        return self.folder / "logs" / f"{name}.log"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two builds: how it built, how its tests ended, what the probes saw, what data it can write to."""

    installed: Installed
    tested: Tested | None
    seen: dict[str, Observation]
    data: dict[str, dict[str, int] | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result under one Python; *problems* name what isn't as expected."""

    python: Interpreter
    before: Side
    after: Side
    findings: tuple[Finding, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The result for a package."""

    pin: Pin
    migration: Migration | None
    verdicts: tuple[Verdict, ...]
    problems: tuple[str, ...] = field(default=())

    @property
    def all_problems(self) -> list[str]:
        """The problems of the package and of each Python, which is named."""
        return [*self.problems, *(f"{v.python.minor}: {text}" for v in self.verdicts for text in v.problems)]


def run(plan: Plan) -> Result:
    """Return the result. Whatever is outside of what is judged (a download, a virtual environment) is a problem too."""
    shutil.rmtree(plan.folder, ignore_errors=True)
    missing = packages.missing_debian_packages(plan.pin)
    if missing:
        return Result(plan.pin, None, (), (f"needs Debian packages: {' '.join(missing)}",))
    try:
        return _run(plan)
    except StepFailed as error:
        return Result(plan.pin, None, (), (str(error),))


def _run(plan: Plan) -> Result:
    archive = packages.fetch(plan.pin, plan.cache / "sdists" / plan.pin.name, plan.log("download"))
    original = packages.unpack(archive, plan.folder / "original")
    source = packages.unpack(archive, plan.folder / "source")
    # The first interpreter's tools are enough here: this writes headers, no builds.
    tools = packages.tools(plan.pythons[0], plan.pin, plan.cache, plan.log("tools-first"))
    for tree in (original, source):
        _prepare(plan, tree, tools)
    output = plan.folder / "migrated"
    if plan.really:
        migration = migrate(source, output, plan.folder / "report.json", plan.log("migrate"))
    else:
        migration = leave_alone(source, output, plan.pin.modules, plan.log("migrate"))
    wrong = tuple(_migration_problems(plan, migration))
    if not output.is_dir():
        return Result(plan.pin, migration, (), (*wrong, f"no migrated tree: {migration.log}"))
    claims = {module: _claim(module, migration) for module in plan.pin.modules}
    with ThreadPoolExecutor(plan.jobs) as pool:
        verdicts = pool.map(lambda python: _verdict(plan, python, original, output, claims), plan.pythons)
        return Result(plan.pin, migration, tuple(verdicts), wrong)


def _prepare(plan: Plan, tree: Path, python: Path) -> None:
    if not plan.pin.prepare:
        return
    command = fill(plan.pin.prepare, {"{py}": python, "{src}": tree})
    done = execute(command, plan.log(f"prepare-{tree.parent.name}"), tree)
    if done.exit:
        raise StepFailed(f"prepare ended with {done.exit}: {done.log}")


def _migration_problems(plan: Plan, migration: Migration) -> Iterator[str]:
    if migration.exit:
        yield f"unstatic migrate ended with {migration.exit}: {migration.log}"
    for module in plan.pin.modules:
        outcome = _of(module, migration.outcomes)
        if outcome != plan.pin.outcome:
            yield f"{module} is {outcome}, expected {plan.pin.outcome}: {migration.log}"
        claim = _of(module, migration.claims)
        if plan.really and claim != plan.pin.claim:
            yield f"{module} claims {claim}, expected {plan.pin.claim}"


def _of(module: str, table: object) -> str:
    """Look up by import name, or by its last component when the tool couldn't know the package."""
    found = dict(table) if isinstance(table, dict) else {}
    last = {str(name).rpartition(".")[2]: value for name, value in found.items()}
    return str(found.get(module, last.get(module.rpartition(".")[2], "not in the report")))


def _claim(module: str, migration: Migration) -> Claim:
    said = _of(module, migration.claims)
    return "own" if said == "own" else "shared" if said == "shared" else "none"


def _verdict(plan: Plan, python: Interpreter, original: Path, output: Path, claims: dict[str, Claim]) -> Verdict:
    tools = packages.tools(python, plan.pin, plan.cache, plan.log(f"tools-{python.minor}"))
    before = _side(plan, python, tools, original, "before")
    after = _side(plan, python, tools, output, "after")
    found: list[Finding] = []
    for module, claim in claims.items():
        if module in before.seen and module in after.seen:
            # What differs between two looks at the original can't be judged.
            subject = Subject(module, (), plan.pin.exercise[module])
            again, _ = run_probes(before.installed.python, (), COMPARED, subject, Effort())
            found += compare(before.seen[module].plain, after.seen[module].plain, python.number, again)
            found += judge(module, before.seen[module], after.seen[module], claim)
            found += symbols.audit(before.data[module], after.data[module], claim != "none")
        started = before.seen[module].plain["import"] if module in before.seen else None
        if started is not None and started != {"value": "ok"}:
            found.append(Finding("problem", "exercise", f"fails with the untouched {module}: {started}"))
    findings = accept(found, plan.pin.accepted)
    wrong = [*_side_problems(plan, python, before, after), *(str(entry) for entry in only_problems(findings))]
    return Verdict(python, before, after, tuple(findings), tuple(wrong))


def _side(plan: Plan, python: Interpreter, tools: Path, tree: Path, side: str) -> Side:
    work = plan.folder / f"{side}-{python.minor}"
    name = f"{side}-{python.minor}"
    shutil.copytree(tree, work / tree.name, symlinks=True)
    installed = packages.install(work / tree.name, plan.pin, tools, work / "environment", plan.log(f"build-{name}"))
    if installed.exit:
        return Side(installed, None, {}, {})
    tested = packages.test(plan.pin, tree, installed, work / "tests", plan.log(f"test-{name}"))
    seen, data = {}, {}
    for module in plan.pin.modules:
        subject = Subject(module, (), plan.pin.exercise[module])
        seen[module] = observe(installed.python, subject)
        plan.log(f"probes-{name}-{module}").write_text(seen[module].log, encoding="utf-8")
        library = _library(installed.site, module, python)
        data[module] = symbols.mutable_data(library) if library else None
    return Side(installed, tested, seen, data)


def _library(site: Path, module: str, python: Interpreter) -> Path | None:
    path = site / Path(*module.split("."))
    candidates = (path.with_name(path.name + suffix) for suffix in (python.suffix, ".abi3.so", ".so"))
    return next((candidate for candidate in candidates if candidate.exists()), None)


def _side_problems(plan: Plan, python: Interpreter, before: Side, after: Side) -> Iterator[str]:
    if before.tested is None or after.tested is None:
        for side in (before, after):
            if side.installed.exit:
                yield f"does not build with exit {side.installed.exit}: {side.installed.log}"
        return
    fresh = new_warnings(before.installed.warnings, after.installed.warnings)
    yield from (f"new warning: {text} ({after.installed.log})" for text in fresh)
    baseline = plan.pin.baseline.get(python.minor)
    if baseline is not None and before.tested.counts.get("passed") != baseline.get("passed"):
        yield f"the untouched package gave {before.tested.counts}, pinned is {dict(baseline)}: {before.tested.log}"
    if not after.tested.same_as(before.tested):
        yield f"tests: {_told(before.tested)} before, {_told(after.tested)} after: {after.tested.log}"
    if not after.tested.counts.get("passed"):
        yield f"no test passed: {after.tested.log}"


def _told(tested: Tested) -> str:
    return f"exit {tested.exit} {tested.counts}"


def clean(plan: Plan, results: Sequence[str] = ("original", "source", "migrated")) -> None:
    """Remove trees and builds of a finished run; the logs stay."""
    for name in results:
        shutil.rmtree(plan.folder / name, ignore_errors=True)
    for python in plan.pythons:
        for side in ("before", "after"):
            shutil.rmtree(plan.folder / f"{side}-{python.minor}", ignore_errors=True)
