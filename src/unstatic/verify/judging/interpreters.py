"""Interpreters: what works in another one, and what refuses to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from unstatic.verify.findings import Finding
from unstatic.verify.judging.case import Case, Claim

UNSUPPORTED = re.compile(r"module (\S+) does not support loading in subinterpreters")

# Packages try something else where a module refuses, and what that needs isn't there: `No module named 'cffi'`.
_IS_NO_IMPORT = re.compile(r"ImportError|ModuleNotFoundError")


def own_gil(case: Case, probe: str, value: str, claim: Claim) -> Iterator[Finding]:
    if value == "not before 3.12":
        yield case.finding("note", probe, "nothing to judge: not before 3.12")
        return
    if "value" not in str(case.after.get("import", "value")):
        yield case.finding("note", probe, "not provable here: the exercise fails in the main interpreter too")
        return
    if value == "ok":
        if claim != "own":
            yield case.finding("problem", probe, f"works, though the claim is {claim}")
        return
    refused = set(UNSUPPORTED.findall(value))
    foreign = {name for name in refused if name.rpartition(".")[2] != case.module.rpartition(".")[2]}
    if foreign:
        yield case.finding("note", probe, f"not provable here: imports {', '.join(sorted(foreign))}, which refuses")
    elif not refused and _was_not_reached(case, probe, value):
        yield case.finding("note", probe, f"not provable here: the original isn't reached either: {value}")
    elif claim == "own" or not (refused or _IS_NO_IMPORT.search(value)):
        yield case.finding("problem", probe, value)


def legacy(case: Case, value: str, claim: Claim) -> Iterator[Finding]:
    if value == "ok" or (claim == "none" and "ImportError" in value):
        return
    # What the original's exercise can't do a second time, it can't do in any interpreter.
    fails_anyway = claim == "none" or case.before.get("twice") == {"raised": value}
    if fails_anyway and case.before.get("legacy") == {"value": value}:
        yield case.finding("note", "legacy", f"not provable here: the original says {value} too")
        return
    if case.refused:
        yield case.finding(
            "note", "legacy", f"not provable here: what it imports fails there without it: {case.refused}"
        )
        return
    yield case.finding("problem", "legacy", value)


def _was_not_reached(case: Case, probe: str, value: str) -> bool:
    """Tell whether the original fails in the same way, without having been asked: it would refuse there.

    What its package imports raises there, as NumPy does, and the package says it in words of its own.
    """
    return case.claimed[0] != "own" and case.before.get(probe) == {"value": value}
