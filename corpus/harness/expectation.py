"""Compares what was measured of a package with its pin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.pins import Expected, Pin
from harness.records import Module, Result, Verification

_OUTCOMES = ("failed", "refused", "nothing-to-do", "partial", "migrated")
_MISSING = Expected("failed", "none", 0, 0)


def judge(pin: Pin, result: Result) -> Result:
    """Return the result with what isn't as pinned, what is better, and what is wrong in the original already."""
    found = found_of(pin, result)
    judged = result.copy()
    judged["problems"] = [*_migration_problems(pin, result, found), *_verification_problems(pin, result)]
    judged["better"] = list(_better(pin, found))
    judged["upstream"] = list(_upstream(result))
    return judged


def found_of(pin: Pin, result: Result) -> dict[str, Expected]:
    """Return what the tool did of each module, in the words of a pin."""
    modules = result["migration"]["modules"] if result["migration"] else []
    return {name: _found(_module(modules, name)) for name in pin.modules}


def _module(modules: list[Module], name: str) -> Module | None:
    """Look up by import name, or by its last component when the tool couldn't know the package."""
    exact = [module for module in modules if module["name"] == name]
    last = name.rpartition(".")[2]
    return next(iter([*exact, *(module for module in modules if module["name"].rpartition(".")[2] == last)]), None)


def _found(module: Module | None) -> Expected:
    if module is None:
        return _MISSING
    return Expected(module["outcome"], module["claim"], module["types"]["migrated"], module["globals"]["migrated"])


def _migration_problems(pin: Pin, result: Result, found: dict[str, Expected]) -> Iterator[str]:
    migration = result["migration"]
    if migration is None:
        return
    if migration["exit"]:
        yield f"unstatic migrate ended with {migration['exit']}: {migration['error']}"
    for name, now in found.items():
        then = pin.expected[name]
        if _size(now) < _size(then) or now.types < then.types or now.globals_ < then.globals_:
            yield f"{name}: {_told(now)}; pinned is {_told(then)}"
        # More isn't better here: the pin says what is true.
        if now.claim != then.claim and now.outcome == then.outcome:
            yield f"{name} claims {now.claim}, pinned is {then.claim}"


def _better(pin: Pin, found: dict[str, Expected]) -> Iterator[str]:
    for name, now in found.items():
        then = pin.expected[name]
        if _size(now) > _size(then):
            yield f"{name}: {_told(now)}; pinned is {_told(then)}"


def _size(one: Expected) -> tuple[int, int]:
    return _OUTCOMES.index(one.outcome), one.types + one.globals_


def _told(one: Expected) -> str:
    return f"{one.outcome} with {one.types} types and {one.globals_} globals"


def _verification_problems(pin: Pin, result: Result) -> Iterator[str]:
    verification = result["verification"]
    if verification is None:
        return
    if verification["error"] and not _is_of_original(verification):
        yield f"unstatic verify ended with {verification['exit']}: {verification['error']}"
    for minor, seen in verification["pythons"].items():
        yield from (f"{minor}: {failure}" for failure in seen["failures"])
        baseline = pin.baseline.get(minor)
        # There are no tests where the migrated package doesn't build.
        ran = bool(seen["tests_before"])
        if ran and baseline is not None and passed(seen["tests_before"]) != baseline.get("passed", 0):
            yield f"{minor}: the untouched package gave {seen['tests_before']}, pinned is {dict(baseline)}"


def passed(told: str) -> int:
    """Return how many tests passed, from the text of a result."""
    match = re.search(r"(\d+) passed", told)
    return int(match[1]) if match else 0


def _is_of_original(verification: Verification) -> bool:
    return "the original, " in verification["error"]


def _upstream(result: Result) -> Iterator[str]:
    verification = result["verification"]
    if verification and _is_of_original(verification):
        yield verification["error"]
    pythons = verification["pythons"] if verification else {}
    for minor, seen in pythons.items():
        if seen["tests_before"] and not seen["tests_before"].endswith("exit 0"):
            yield f"{minor}: the original's own tests give {seen['tests_before']}"
        yield from (f"{minor}: {line}" for line in seen["unprovable"] if "original" in line)
