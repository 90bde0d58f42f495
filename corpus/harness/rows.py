"""The rows of RESULTS.md: what is shown of one package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from harness import operations
from harness.expectation import passed
from harness.records import Module, OnPython, Result, Subjects

ISOLATION = (
    *("two modules, distinct and working", "legacy subinterpreters", "subinterpreters with their own GIL"),
    "no static objects left",
)
LEAKS = ("module and types are freed", "references", "use after the module is gone")
# Instructions per operation that a migration may cost: where types joined garbage collection, and elsewhere.
WITH_GC, WITHOUT_GC = 1.15, 1.05
MOST_RULES = 4


def migration_row(result: Result) -> list[str]:
    """Return the cells of a package under "Migration"."""
    migration, modules = result["migration"], modules_of(result)
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
        *(_numbers(total_of([subjects_of(module, kind) for module in modules])) for kind in ("types", "globals")),
        ", ".join(sorted({module["claim"] for module in modules})),
        f"{migration['seconds']:.1f} s",
        f"{migration['peak_mib']} MiB",
        migration["error"] if migration["exit"] else why + (f" and {rest} more" if rest > 0 else ""),
    ]


def proof_row(result: Result, minors: Sequence[str]) -> list[str]:
    """Return the cells of a package under "Proof", with a column for each of *minors*."""
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


def operation_rows(result: Result) -> Iterator[list[str]]:
    """Yield the cells of each operation under "Instructions"."""
    goal = WITH_GC if _gained_gc(result) else WITHOUT_GC
    for operation in result["counted"]["operations"] if result["counted"] else []:
        ratio = operations.ratio(operation)
        reached = "reached" if ratio <= goal else f"missed: {goal}"
        numbers = [str(operation["before"]), str(operation["after"])]
        yield [result["name"], f"`{operation['expression']}`", *numbers, f"{ratio:.2f}", reached]


def outcome(result: Result) -> str:
    """Return one word for all modules of a package: migrated, partial, refused, failed."""
    found = {module["outcome"] for module in modules_of(result)}
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


def modules_of(result: Result) -> list[Module]:
    """Return what the migration did to each module."""
    return result["migration"]["modules"] if result["migration"] else []


def subjects_of(module: Module, kind: str) -> Subjects:
    """Return the numbers of one kind: types or globals."""
    return module["types"] if kind == "types" else module["globals"]


def total_of(all_: Sequence[Subjects]) -> Subjects:
    """Return the numbers of several modules together."""
    return Subjects(
        migrated=sum(one["migrated"] for one in all_),
        refused=sum(one["refused"] for one in all_),
        kept=sum(one["kept"] for one in all_),
    )


def enumerated(words: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _numbers(subjects: Subjects) -> str:
    return f"{subjects['migrated']} / {subjects['refused']} / {subjects['kept']}"


def _tests(seen: OnPython) -> str:
    before, after = seen["tests_before"], seen["tests_after"]
    if not before:
        return "no build"
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
            return f"{worst} on {enumerated(sorted(set(found[worst])))}"
    return "ok" if found else ""


def _gained_gc(result: Result) -> bool:
    pythons = result["verification"]["pythons"] if result["verification"] else {}
    return any(module["gained_gc"] for seen in pythons.values() for module in seen["modules"])
