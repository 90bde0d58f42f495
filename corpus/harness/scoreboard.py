"""Writes RESULTS.md, and its summary into the README, from the results of all packages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness import operations
from harness.expectation import passed
from harness.records import Module, OnPython, Result, Subjects

START, END = "<!-- corpus summary -->", "<!-- end of corpus summary -->"
ISOLATION = (
    *("two modules, distinct and working", "legacy subinterpreters", "subinterpreters with their own GIL"),
    "no static objects left",
)
LEAKS = ("module and types are freed", "references", "use after the module is gone")
# Instructions per operation that a migration may cost: where types joined garbage collection, and elsewhere.
WITH_GC, WITHOUT_GC = 1.15, 1.05
MOST_RULES = 4

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
1.15 times where types joined garbage collection."""


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
            [_migration_row(result) for result in results],
        ),
        "## Proof",
        _PROOF,
        _table(
            ("package", *(f"tests on {minor}" for minor in minors), "new warnings", "isolation", "leaks", "verdict"),
            [_proof_row(result, minors) for result in results if result["verification"]],
        ),
        "## Instructions",
        _INSTRUCTIONS,
        _table(
            ("package", "operation", "original", "migrated", "ratio", "goal"),
            [row for result in results for row in _operation_rows(result)],
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
    outcomes = Counter(outcome(result) for result in results)
    verified = [result for result in results if result["verification"]]
    proven = sum(is_proven(result) for result in verified)
    pythons = _enumerated(_minors(results))
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


def outcome(result: Result) -> str:
    """Return one word for all modules of a package: migrated, partial, refused, failed."""
    found = {module["outcome"] for module in _modules(result)}
    if not found:
        return "failed"
    if len(found) == 1:
        return found.pop()
    return "partial" if found & {"migrated", "partial"} else "refused"


def is_proven(result: Result) -> bool:
    """Return whether the package was verified and nothing is wrong on any Python."""
    verification = result["verification"]
    if verification is None or verification["error"] or not verification["pythons"]:
        return False
    return not any(seen["failures"] for seen in verification["pythons"].values())


def _modules(result: Result) -> list[Module]:
    return result["migration"]["modules"] if result["migration"] else []


def _share(results: Sequence[Result], kind: str) -> str:
    total = _sum([_subjects(module, kind) for result in results for module in _modules(result)])
    return f"{total['migrated']} of {sum(total.values())} {kind}"  # type: ignore[arg-type]


def _subjects(module: Module, kind: str) -> Subjects:
    return module["types"] if kind == "types" else module["globals"]


def _sum(all_: Sequence[Subjects]) -> Subjects:
    return Subjects(
        migrated=sum(one["migrated"] for one in all_),
        refused=sum(one["refused"] for one in all_),
        kept=sum(one["kept"] for one in all_),
    )


def _minors(results: Sequence[Result]) -> list[str]:
    found = {minor for result in results if result["verification"] for minor in result["verification"]["pythons"]}
    return sorted(found, key=lambda minor: int(minor.partition(".")[2]))


def _enumerated(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _migration_row(result: Result) -> list[str]:
    migration, modules = result["migration"], _modules(result)
    package = f"{result['name']} {result['version']}"
    if migration is None:
        return [package, "not tried", *[""] * 6, ""]
    rules = Counter(rule for module in modules for rule in module["rules"])
    why = ", ".join(f"`{rule}` {number}" for rule, number in rules.most_common(MOST_RULES))
    rest = len(rules) - MOST_RULES
    return [
        package,
        outcome(result),
        f"+{migration['lines_added']} -{migration['lines_removed']}",
        *(_numbers(_sum([_subjects(module, kind) for module in modules])) for kind in ("types", "globals")),
        ", ".join(sorted({module["claim"] for module in modules})),
        f"{migration['seconds']:.1f} s",
        f"{migration['peak_mib']} MiB",
        migration["error"] if migration["exit"] else why + (f" and {rest} more" if rest > 0 else ""),
    ]


def _numbers(subjects: Subjects) -> str:
    return f"{subjects['migrated']} / {subjects['refused']} / {subjects['kept']}"


def _proof_row(result: Result, minors: Sequence[str]) -> list[str]:
    pythons = result["verification"]["pythons"] if result["verification"] else {}
    failures = sum(len(seen["failures"]) for seen in pythons.values())
    return [
        result["name"],
        *(_tests(pythons[minor]) if minor in pythons else "not run" for minor in minors),
        str(max((seen["new_warnings"] for seen in pythons.values()), default="")),
        _status(pythons, ISOLATION),
        _status(pythons, LEAKS),
        "proven" if is_proven(result) else f"{failures} failures" if pythons else "no verdict",
    ]


def _tests(seen: OnPython) -> str:
    before, after = seen["tests_before"], seen["tests_after"]
    if before == after and before.endswith("exit 0"):
        return str(passed(before))
    return f"{before} → {'the same' if after == before else after}"


def _status(pythons: dict[str, OnPython], checks: Sequence[str]) -> str:
    """Return the worst that the checks say, of all modules and on all Pythons."""
    found: dict[str, list[str]] = {}
    for minor, seen in pythons.items():
        for module in seen["modules"]:
            for check in checks:
                # Before 3.12 nobody has a GIL of their own.
                if check in module["checks"] and not ("GIL" in check and int(minor.partition(".")[2]) < 12):
                    found.setdefault(module["checks"][check], []).append(minor)
    for worst in ("failed", "not provable"):
        if worst in found:
            return f"{worst} on {_enumerated(sorted(set(found[worst])))}"
    return "ok" if found else ""


def _operation_rows(result: Result) -> Iterator[list[str]]:
    goal = WITH_GC if _gained_gc(result) else WITHOUT_GC
    for operation in result["counted"]["operations"] if result["counted"] else []:
        ratio = operations.ratio(operation)
        reached = "reached" if ratio <= goal else f"missed: {goal}"
        numbers = [str(operation["before"]), str(operation["after"])]
        yield [result["name"], f"`{operation['expression']}`", *numbers, f"{ratio:.2f}", reached]


def _gained_gc(result: Result) -> bool:
    pythons = result["verification"]["pythons"] if result["verification"] else {}
    return any(module["gained_gc"] for seen in pythons.values() for module in seen["modules"])


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
    return [f"{text} ({_enumerated(pythons)})" if pythons else text for text, pythons in found.items()]


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
    yield f"Python {_enumerated(sorted(versions))}"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _escaped(text: str) -> str:
    return re.sub(r"([\\*_<\[\]])", r"\\\1", " ".join(text.split()))
