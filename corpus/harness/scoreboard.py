"""Writes RESULTS.md, and its summary into the README, from the results of all packages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness import rows
from harness.records import Result

START, END = "<!-- corpus summary -->", "<!-- end of corpus summary -->"

_INTRODUCTION = """\
`make corpus` writes this file: what `unstatic migrate` makes of published packages, and what `unstatic verify` says of
the outcome. [README.md](README.md) tells how to read it."""
_MIGRATION = """\
Types and globals are migrated / refused / kept. "Why not more" names the rules of what was refused, each with its
number of subjects; `unstatic explain RULE` tells more. Time and memory are those of `unstatic migrate`."""
_PROOF = """\
Tests are the package's own: those that pass with the original and, after the arrow, if it isn't equal, with the
migrated build. "Isolation" is two modules at once, subinterpreters, and no static objects left; "leaks" is that
modules, types and instances go away. What "not provable" means, and each failure, stands below."""
_INSTRUCTIONS = """\
Instructions for one evaluation, counted by callgrind. The goal is at most 1.05 times those of the original, and at most
1.15 times where types joined garbage collection. What is missed is short and makes an object, or asks for a type: an
instance of a heap type holds a reference to its type, which is taken and released with each, and is linked to the
garbage collector where it joined; and the address of a type is no constant any more, but read from the state."""


def page(results: Sequence[Result]) -> str:
    """Return the whole of RESULTS.md."""
    minors = _minors(results)
    sections = [
        "# Results",
        _INTRODUCTION,
        f"{START}\n{summary(results)}\n{END}",
        "## Migration",
        _MIGRATION,
        _table(
            ("package", "outcome", "lines", "types", "globals", "claim", "time", "memory", "why not more"),
            [rows.migration_row(result) for result in results],
        ),
        "## Proof",
        _PROOF,
        _table(
            ("package", *(f"tests on {minor}" for minor in minors), "new warnings", "isolation", "leaks", "verdict"),
            [rows.proof_row(result, minors) for result in results if result["verification"]],
        ),
        "## Instructions",
        _INSTRUCTIONS,
        _table(
            ("package", "operation", "original", "migrated", "ratio", "goal"),
            [row for result in results for row in rows.operation_rows(result)],
        ),
        *_list("Not as pinned", results, "problems"),
        *_list("Better than pinned", results, "better"),
        *_list("What the originals do already", results, "upstream"),
        "## Measured with",
        "\n".join(f"- {line}" for line in _measured_with(results)),
    ]
    return "\n\n".join(sections) + "\n"


def summary(results: Sequence[Result]) -> str:
    """Return what the README says of all packages together, in one line."""
    outcomes = Counter(rows.outcome(result) for result in results)
    verified = [result for result in results if result["verification"]]
    proven = sum(rows.is_proven(result) for result in verified)
    pythons = rows.enumerated(_minors(results))
    whole, part = outcomes["migrated"], outcomes["partial"]
    return (
        f"Of {len(results)} published packages, {whole} migrate as a whole, {part} in part"
        f" and {len(results) - whole - part} not yet: {_share(results, 'types')} and"
        f" {_share(results, 'globals')}. `unstatic verify` finds nothing to object to in {proven} of the"
        f" {len(verified)} that change, on Python {pythons}."
    )


def with_summary(text: str, line: str) -> str:
    """Return *text* with the summary between its marks replaced."""
    return re.sub(f"{START}\n.*?{END}", lambda match: f"{START}\n{line}\n{END}", text, flags=re.DOTALL)


def summary_in(text: str) -> str:
    """Return the summary between the marks, or nothing."""
    match = re.search(f"{START}\n(.*?)\n{END}", text, re.DOTALL)
    return match[1] if match else ""


def write(results: Sequence[Result], folder: Path, readme: Path) -> None:
    """Write RESULTS.md into *folder*, and the summary into *readme*."""
    (folder / "RESULTS.md").write_text(page(results), encoding="utf-8")
    text = readme.read_text(encoding="utf-8")
    readme.write_text(with_summary(text, summary(results)), encoding="utf-8")


def _share(results: Sequence[Result], kind: str) -> str:
    total = rows.total_of([rows.subjects_of(module, kind) for result in results for module in rows.modules_of(result)])
    return f"{total['migrated']} of {sum(total.values())} {kind}"  # type: ignore[arg-type]


def _minors(results: Sequence[Result]) -> list[str]:
    found = {minor for result in results if result["verification"] for minor in result["verification"]["pythons"]}
    return sorted(found, key=lambda minor: int(minor.partition(".")[2]))


def _list(title: str, results: Sequence[Result], key: str) -> Iterator[str]:
    found = [(result["name"], line) for result in results for line in _lines(result, key)]
    if found:
        yield f"## {title}"
        yield "\n".join(f"- {name}: {_escaped(line)}" for name, line in found)


def _lines(result: Result, key: str) -> list[str]:
    lists = {"problems": result["problems"], "better": result["better"], "upstream": result["upstream"]}
    return _merged(lists[key])


def _merged(lines: Sequence[str]) -> list[str]:
    """Return each line once, with all the Pythons that it was said of."""
    found: dict[str, list[str]] = {}
    for line in lines:
        minor, separator, text = line.partition(": ")
        is_minor = bool(separator) and re.fullmatch(r"3\.\d+", minor) is not None
        found.setdefault(text if is_minor else line, []).extend([minor] if is_minor else [])
    return [f"{text} ({rows.enumerated(pythons)})" if pythons else text for text, pythons in found.items()]


def _measured_with(results: Sequence[Result]) -> Iterator[str]:
    tools: dict[str, list[str]] = {}
    for result in results:
        tools.setdefault(result["tool"], []).append(result["name"])
    for tool, names in tools.items():
        yield f"unstatic {tool}" + (f": {', '.join(names)}" if len(tools) > 1 else "")
    versions = {
        seen["version"]
        for result in results
        if result["verification"]
        for seen in result["verification"]["pythons"].values()
    }
    yield f"Python {rows.enumerated(sorted(versions))}"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _escaped(text: str) -> str:
    return re.sub(r"([\\*_<\[\]])", r"\\\1", " ".join(text.split()))
