"""The verdict for people: a table on the terminal, and Markdown for a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from unstatic.verify.judge import AS_BEFORE
from unstatic.verify.verdict import Check, ModuleVerdict, PythonVerdict, Verdict, probe_of

_STYLES = {"ok": "green", "failed": "bold red", "not provable": "yellow"}
_MOST_DIFFERENCES = 40


def show(verdict: Verdict, console: Console, *, verbose: bool = False) -> None:
    """Print a table per module, then every failure, then what could not be shown."""
    for name, columns in by_module(verdict).items():
        console.print(_title(name, columns), markup=False, highlight=False, soft_wrap=True)
        table = Table(box=None, pad_edge=False)
        table.add_column("check")
        for python in columns:
            table.add_column(python.python)
        for row, cells in rows(columns, name):
            table.add_row(row, *(Text(cell, style=_style(cell)) for cell in cells))
        console.print(table)
        console.print()
    plain = {"markup": False, "highlight": False, "soft_wrap": True}
    for line in _lines(verdict, verbose):
        console.print(line, **plain)  # type: ignore[arg-type]


def _style(cell: str) -> str:
    return next((style for word, style in _STYLES.items() if cell.startswith(word)), "")


def _title(name: str, columns: Sequence[PythonVerdict]) -> str:
    module = next(module for python in columns for module in python.modules if module.module == name)
    return f"{name} (claims: {_CLAIMS[module.claim]}; exercised by {module.exercised_by})"


_CLAIMS = {"own": "a GIL per interpreter", "shared": "several interpreters with one GIL", "none": "one interpreter"}


def by_module(verdict: Verdict) -> dict[str, list[PythonVerdict]]:
    """Return the interpreters under which each module was examined."""
    found: dict[str, list[PythonVerdict]] = {}
    for python in verdict.pythons:
        for module in python.modules:
            found.setdefault(module.module, []).append(python)
    return found


def rows(columns: Sequence[PythonVerdict], name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each check and one cell per interpreter."""
    tables = [{check.name: check for check in _module(python, name).checks} for python in columns]
    names = list(dict.fromkeys(check for table in tables for check in table))
    for row in names:
        yield row, [table[row].short if row in table else "-" for table in tables]
    if any(python.tests for python in columns):
        yield "tests, before", [python.tests[0] if python.tests else "-" for python in columns]
        yield "tests, after", [python.tests[1] if python.tests else "-" for python in columns]
    yield "new compiler warnings", [str(len(python.new_warnings)) for python in columns]


def _module(python: PythonVerdict, name: str) -> ModuleVerdict:
    return next(module for module in python.modules if module.module == name)


def _lines(verdict: Verdict, verbose: bool) -> Iterator[str]:
    failures = list(verdict.failures())
    yield from (f"FAILED {line}" for line in failures)
    yield from (f"not provable: {line}" for line in unprovable(verdict))
    if verbose:
        yield from (f"expected: {line}" for line in expected(verdict))
    yield from (f"note: Python {python.python}: {note}" for python in verdict.pythons for note in python.notes)
    yield from (f"skipped: {line}" for line in verdict.skipped)
    yield summary(verdict)


def summary(verdict: Verdict) -> str:
    """Return the verdict in one line."""
    versions = ", ".join(python.python for python in verdict.pythons)
    if verdict.is_ok:
        return f"{verdict.after} behaves like {verdict.before} and keeps what it claims, on Python {versions}"
    return f"{verdict.after} is not proven to be right: {len(list(verdict.failures()))} failures on Python {versions}"


def expected(verdict: Verdict) -> list[str]:
    """Return the expected differences, each once with the interpreters that show it."""
    return _merged(verdict, "accepted")


def unprovable(verdict: Verdict) -> list[str]:
    """Return what could not be shown, each once with the interpreters where that is so."""
    checks: dict[str, list[str]] = {}
    for python in verdict.pythons:
        for module in python.modules:
            for check in module.checks:
                if check.status == "not provable":
                    checks.setdefault(_unprovable(module, check), []).append(python.python)
            for line in _partly(module):
                checks.setdefault(line, []).append(python.python)
    return [f"{line} (Python {', '.join(pythons)})" for line, pythons in checks.items()]


def _unprovable(module: ModuleVerdict, check: Check) -> str:
    reason = check.detail.removeprefix("not provable here: ").removeprefix("nothing to judge: ")
    return f"{module.module}: {check.name}: {reason}"


def _partly(module: ModuleVerdict) -> Iterator[str]:
    """Yield what the original couldn't do either, of checks that others of their tries prove."""
    for finding in module.findings:
        if finding.kind == "note" and "/" in finding.where and probe_of(finding) in (*AS_BEFORE, "freed", "refcounts"):
            yield f"{module.module}: {finding.where}: {finding.text.removeprefix('not provable here: ')}"


def _merged(verdict: Verdict, kind: str) -> list[str]:
    found: dict[str, list[str]] = {}
    for python in verdict.pythons:
        for module in python.modules:
            for finding in module.findings:
                if finding.kind == kind:
                    found.setdefault(f"{module.module}: {finding.where}: {finding.text}", []).append(python.python)
    return [f"{line} (Python {', '.join(pythons)})" for line, pythons in found.items()]


def to_markdown(verdict: Verdict) -> str:
    """Return the verdict as Markdown that can be pasted into a pull request."""
    lines = ["## Verification", "", f"**{'Passed' if verdict.is_ok else 'Failed'}**: {_escaped(summary(verdict))}.", ""]
    for name, columns in by_module(verdict).items():
        lines += [f"### {_escaped(_title(name, columns))}", "", _row("check", [python.python for python in columns])]
        lines.append(_row("---", ["---"] * len(columns)))
        lines += [_row(row, cells) for row, cells in rows(columns, name)]
        lines.append("")
    sections = {
        "Failures": list(verdict.failures()),
        "Notes": [f"Python {python.python}: {note}" for python in verdict.pythons for note in python.notes],
        "Not provable here": [*unprovable(verdict), *(f"skipped: {line}" for line in verdict.skipped)],
    }
    for title, found in sections.items():
        if found:
            lines += [f"### {title}", "", *(f"- {_escaped(line)}" for line in found), ""]
    differences = expected(verdict)
    if differences:
        shown = differences[:_MOST_DIFFERENCES]
        lines += ["<details><summary>Expected differences</summary>", "", *(f"- {_escaped(line)}" for line in shown)]
        if len(differences) > len(shown):
            lines.append(f"- and {len(differences) - len(shown)} more")
        lines += ["", "</details>", ""]
    return "\n".join(lines)


def _row(first: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join(_escaped(cell) for cell in (first, *cells))} |"


def _escaped(text: str) -> str:
    """Return text that Markdown shows as it is: names like __doc__ aren't bold, and a line stays one."""
    return re.sub(r"([\\`*_\[\]|~])", r"\\\1", " ".join(text.split())).replace("&", "&amp;").replace("<", "&lt;")
