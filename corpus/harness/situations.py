"""Our own small extensions: one folder per situation, with what is expected of its migration."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.compiler import Build, compile_module, new_warnings
from harness.passed import Passed, tools, verifying
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify.children import PLAIN, Effort, Observation, Subject, observe
from unstatic.verify.compare import compare
from unstatic.verify.findings import Accepted, Finding, accept, problems
from unstatic.verify.judge import judge
from unstatic.verify.judging.case import Claim

# Dozens of extensions on five Pythons: what takes long is left to the published packages.
_LEFT_OUT = (
    *("no memory", "failing imports", "afterlife", "entangled", "chain", "outcomes", "own GIL after main"),
    *("reimport", "first import", "orders", "threads", "restart", "shutdown with threads"),
)
EFFORT = Effort(
    quick=True,
    timeout=60,
    plain=tuple(probe for probe in PLAIN if probe not in _LEFT_OUT),
    strict=("import", "twice", "freed", "own GIL", "shutdown"),
)
_SUFFIXES = ("*.c", "*.cpp", "*.h", "*.hpp")
_INIT = re.compile(rb"\bPyInit_(\w+)\s*\(")


@dataclass(frozen=True, slots=True)
class Situation:
    """
    One small extension.

    *units* are the sources that link into it, module.c or module.cpp first; headers lie beside them. *needs* names
    other situations that it imports, *refused* the subjects that must be refused, *not_instantiable* types that can't
    be called before or after. *settings* overrides the tool's defaults by the names of `[tool.unstatic]`.
    """

    folder: Path
    units: tuple[str, ...]
    needs: tuple[str, ...]
    outcome: str
    refused: frozenset[str]
    claim: Claim
    python_min: tuple[int, int]
    not_instantiable: tuple[str, ...]
    settings: Mapping[str, object]
    accepted: tuple[Accepted, ...]

    @property
    def before(self) -> dict[str, bytes]:
        """The files of the extension as it was, by name."""
        found = [path for suffix in _SUFFIXES for path in sorted(self.folder.glob(suffix))]
        return {path.name: path.read_bytes() for path in found if not _is_golden(path.name)}

    @property
    def after(self) -> dict[str, bytes]:
        """The files that the migration must leave: a golden where there is one, else the file as it was."""
        before = self.before
        names = {*before, *(self._name_of(path.name) for path in self.folder.iterdir() if _is_golden(path.name))}
        return {
            name: golden.read_bytes() if (golden := self.golden(name)).exists() else before[name]
            for name in sorted(names)
        }

    @property
    def manifest(self) -> bytes | None:
        """The MANIFEST.in: what decides whether the migration may make a new header."""
        path = self.folder / "MANIFEST.in"
        return path.read_bytes() if path.exists() else None

    def _name_of(self, golden: str) -> str:
        return f"module{Path(golden).suffix}" if golden.startswith("after.") else golden.replace(".after.", ".")

    @property
    def is_migrated(self) -> bool:
        """Whether there is any golden, that is, whether anything may change."""
        return any(_is_golden(path.name) for path in self.folder.iterdir())

    def golden(self, name: str) -> Path:
        """Return where the golden of one file is: after.c for module.c, other.after.c for other.c."""
        stem, _, suffix = name.rpartition(".")
        return self.folder / (f"after.{suffix}" if stem == "module" else f"{stem}.after.{suffix}")

    @property
    def module(self) -> str:
        """The import name, from the name of the init function."""
        found = _INIT.search(b"".join(self.before[unit] for unit in self.units))
        return found[1].decode() if found else self.folder.name

    @property
    def exercise(self) -> str:
        """The source of the exercise."""
        return (self.folder / "exercise.py").read_text(encoding="utf-8")


def read_all(folder: Path) -> list[Situation]:
    """Return every folder with a module.c or module.cpp, in the order of their names."""
    return [read(path) for path in sorted(folder.iterdir()) if any(path.glob("module.c*"))]


def read(folder: Path) -> Situation:
    """Read one folder's expect.toml. Raises KeyError when it has no outcome."""
    data = tomllib.loads((folder / "expect.toml").read_text(encoding="utf-8"))
    major, minor = str(data.get("python_min", "3.9")).split(".")
    # What a module may claim follows from the outcome, unless the file says more.
    own = data.get("own_gil", data["outcome"] == "migrated")
    claim = data.get("claim", "own" if own else "shared" if data["outcome"] == "migrated" else "none")
    main = next(path.name for path in sorted(folder.glob("module.c*")))
    return Situation(
        folder=folder,
        units=tuple(data.get("units", (main,))),
        needs=tuple(data.get("needs", ())),
        outcome=data["outcome"],
        refused=frozenset(data.get("refused", ())),
        claim=claim,
        python_min=(int(major), int(minor)),
        not_instantiable=tuple(data.get("not_instantiable", ())),
        settings=data.get("settings", {}),
        accepted=tuple(Accepted(entry["where"], entry["why"]) for entry in data.get("accepted", ())),
    )


def _is_golden(name: str) -> bool:
    return name.startswith("after.c") or ".after." in name


def examine(situation: Situation, python: Interpreter, cache: Path) -> list[Finding]:
    """Build and probe the extension and, if it has goldens, those, and return what is to be said of them."""
    before = _compile(situation, situation.before, python, cache)
    if not before.compiled:
        return [Finding("problem", "build", f"does not compile: {before.log}")]
    old = _observe(situation, python, before, cache)
    findings = _fine(situation, old, "before")
    if not situation.is_migrated:
        return findings
    after = _compile(situation, situation.after, python, cache)
    findings += _build_findings("build", before, after)
    asserting = [_compile(situation, files, python, cache, "-UNDEBUG") for files in (situation.before, situation.after)]
    findings += _build_findings("build -UNDEBUG", *asserting)
    if not after.compiled:
        return findings
    new = _observe(situation, python, after, cache)
    findings += compare(old.plain, new.plain, python.number)
    findings += judge(situation.module, old, new, situation.claim)
    findings += _fine(situation, new, "after")
    return accept(findings, situation.accepted)


def examined(situation: Situation, python: Interpreter, cache: Path, passed: Passed) -> list[Finding]:
    """Return what `examine` says, or what it said of the same files before, if it had nothing to object to."""
    folders = (situation.folder, *(situation.folder.parent / name for name in situation.needs))
    files = [
        (path.name, path.read_bytes()) for folder in folders for path in sorted(folder.iterdir()) if path.is_file()
    ]
    facts = (situation, files, EFFORT, tools(python), verifying())
    return passed.findings(facts, lambda: examine(situation, python, cache), lambda found: not problems(found))


def _compile(situation: Situation, files: Mapping[str, bytes], python: Interpreter, cache: Path, *extra: str) -> Build:
    return compile_module(files, situation.units, situation.module, python, cache, extra)


def _build_findings(where: str, before: Build, after: Build) -> list[Finding]:
    """The migrated files compile, without a new warning."""
    if not after.compiled:
        return [Finding("problem", where, f"the migrated files do not compile: {after.log}")]
    return [Finding("problem", where, f"new warning: {text}") for text in new_warnings(before.warnings, after.warnings)]


def _observe(situation: Situation, python: Interpreter, build: Build, cache: Path) -> Observation:
    """Probe one build. Modules that it needs are migrated ones, if there are any: both builds must work with them."""
    needed = [read(situation.folder.parent / name) for name in situation.needs]
    folders = [_compile(other, other.after, python, cache).folder for other in needed]
    names = tuple(other.module for other in needed)
    subject = Subject(situation.module, (build.folder, *folders), situation.exercise, names)
    return observe(python.executable, subject, EFFORT)


def _fine(situation: Situation, seen: Observation, side: str) -> list[Finding]:
    """The exercise passes, and what can't be instantiated raises TypeError in each of the ways."""
    findings = []
    if seen.plain["import"] != {"value": "ok"}:
        findings.append(Finding("problem", f"exercise {side}", f"fails: {seen.plain['import']}"))
    surface = seen.plain["surface"]
    value = surface.get("value") if isinstance(surface, dict) else None
    attempts = value.get("attempts") if isinstance(value, dict) else None
    tried = attempts if isinstance(attempts, dict) else {}
    for name in situation.not_instantiable:
        of_type = tried.get(name)
        lines = of_type if isinstance(of_type, dict) else {}
        for attempt in ("T()", "T.__new__(T)", "object.__new__(T)"):
            line = str(lines.get(attempt, "not tried: no such type"))
            if not line.startswith("TypeError"):
                findings.append(Finding("problem", f"not instantiable {side}/{name}/{attempt}", line))
    return findings
