"""STDLIB.md: module by module what moved, what stays and why, and what CPython 3.13 did with the types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.stdlib.conversions import HEAP, OTHERWISE, STATIC, Newer
from harness.stdlib.runs import Run
from harness.stdlib.trials import Trial

_INTRODUCTION = """\
# CPython's own modules

`make stdlib` writes this file: the modules of `Modules/` of older CPythons, as Debian has their sources, built and
migrated, and with `BUILD=1` built again and tested by CPython's own tests. CPython 3.13 was converted by hand: what it
did with each type is known. Objects are global variables that hold Python objects, and data that can move with them.

One thing is decided by hand before (`corpus/harness/stdlib/prepared/`): where other parts of CPython name types of
`_io` in C, they ask the module for them, as they do since 3.12. Without that patch, all types of `_io` stay: the base
of a type that the interpreter itself names can't become a heap type. What only Windows compiles of a module is read
with the headers of MinGW, if Debian's `gcc-mingw-w64-x86-64` is installed."""
_KNOWN = {
    "test_decimal": "asks for the signature of `decimal.Context`, which PyType_FromSpec of Python 3.9 doesn't copy, "
    "see test_inspect",
    "test_functools": "pickles `functools.partial` of a module that is imported a second time, which has another type; "
    "CPython changed the test when it made it a heap type",
    "test_inspect": "asks for the signature of `_pickle.Pickler`: PyType_FromSpec of Python 3.9 copies the doc string "
    "without it, as of the types that CPython 3.9 itself made heap types, such as `_struct.Struct`",
}
"""What was found where these tests fail after a migration; other failures in them would be news."""
_COLUMNS = ("module", "types", "of those not static in 3.13", "objects", "initialisation", "why not more")


@dataclass(frozen=True, slots=True)
class Measured:
    """One version of CPython: its tree, the runs, and the tests if there were any."""

    tree: Path
    runs: Sequence[Run]
    trial: Trial | None


def page(measured: Iterable[Measured], newer: Newer, version: str) -> str:
    """Return the page."""
    parts = [_INTRODUCTION, f"Of unstatic {version}."]
    for one in measured:
        # Errors name files by where they are on one machine.
        parts += (part.replace(f"{one.tree.parent}/", "") for part in _version(one, newer))
    return "\n\n".join(parts) + "\n"


def _version(one: Measured, newer: Newer) -> Iterator[str]:
    runs = [run for run in one.runs if run.has_work]
    fates = {(run.module, item["name"]): _fate(one, newer, item) for run in runs for item in run.subjects("types")}
    yield f"## {one.tree.name}"
    yield _sums(runs, fates)
    rows = ["| " + " | ".join(_COLUMNS) + " |", "|" + "---|" * len(_COLUMNS), *(_row(run, fates) for run in runs)]
    yield "\n".join(rows)
    yield "\n".join(_rules(runs))
    if one.trial is not None:
        yield "\n".join(_tests(one.trial))


def _fate(one: Measured, newer: Newer, item: Mapping[str, Any]) -> str:
    return newer.fate(one.tree / item["declared"]["path"], item["name"])


def _sums(runs: Sequence[Run], fates: Mapping[tuple[str, str], str]) -> str:
    types, objects = _sum(run.moved("types") for run in runs), _sum(run.moved("globals") for run in runs)
    inits = Counter((run.report.get("init") or {}).get("outcome") for run in runs)
    converted = _sum(_converted(run, fates) for run in runs)
    counts = Counter(fates.values())
    return (
        f"**{_of(types)} types**, {_of(converted)} of those that aren't static in 3.13 ({counts[HEAP]} are made from a "
        f"spec of their name there, {counts[OTHERWISE]} weren't found by it, {counts[STATIC]} are static), "
        f"**{_of(objects)} objects**; {inits['migrated']} initialisations migrated, {inits['refused']} refused."
    )


def _converted(run: Run, fates: Mapping[tuple[str, str], str]) -> tuple[int, int]:
    """Return how many of the types that 3.13 doesn't have as static ones migrate, and how many there are."""
    items = [item for item in run.subjects("types") if fates[run.module, item["name"]] != STATIC]
    return sum(item["outcome"] == "migrated" for item in items), len(items)


def _row(run: Run, fates: Mapping[tuple[str, str], str]) -> str:
    init = run.report.get("init") or {}
    cells = (
        run.module + (" (built in)" if run.is_builtin else ""),
        _of(run.moved("types")),
        _of(_converted(run, fates)),
        _of(run.moved("globals")),
        init.get("outcome") or "none",
        run.error.splitlines()[-1][:120] if run.error else ", ".join(_reasons(run)),
    )
    return "| " + " | ".join(cells) + " |"


def _reasons(run: Run) -> list[str]:
    items = [*run.subjects("types"), run.report.get("init") or {}]
    counted = Counter(item["rule"] for item in items if item.get("outcome") == "refused")
    return [f"{rule} ({count})" for rule, count in counted.most_common()]


def _rules(runs: Sequence[Run]) -> Iterator[str]:
    """Yield a table of all that is in the way of types, by rule."""
    types: Counter[str] = Counter()
    modules: dict[str, set[str]] = {}
    for run in runs:
        for item in (one for one in run.subjects("types") if one["outcome"] == "refused"):
            rules = {one["rule"] for one in item.get("obstacles", ()) if not one["follows"]} or {item["rule"]}
            types.update(rules)
            for rule in rules:
                modules.setdefault(rule, set()).add(run.module)
    yield "| rule | types that it is in the way of | modules |"
    yield "|---|---|---|"
    yield from (f"| {rule} | {count} | {', '.join(sorted(modules[rule]))} |" for rule, count in types.most_common())


def _tests(trial: Trial) -> Iterator[str]:
    passed = sum(found == "passed" for found in trial.after.values())
    yield f"Tests: {passed} of {len(trial.after)} files pass, {len(trial.worse)} of them passed before and don't now."
    for name in trial.worse:
        known = f"; known: {_KNOWN[name]}" if name in _KNOWN else ""
        yield f"- {name}: {trial.before[name]} before, {trial.after[name]} after{known}"
    yield from (
        f"- {name} can't be loaded alone, again, or in subinterpreters: {why}" for name, why in trial.unloadable.items()
    )
    yield from _leaks(trial)
    good = sorted(name for name, error in trial.foreign.items() if not error)
    if good:
        yield f"- only Windows compiles {', '.join(good)}: a compiler for it still does"
    yield from (f"- {name}: {error}" for name, error in trial.foreign.items() if error)
    yield from (f"- the diff of {name} doesn't apply beside the others" for name in trial.unpatched)


def _leaks(trial: Trial) -> Iterator[str]:
    if trial.leaks is None:
        yield "- not run with `-R 3:3`"
        return
    left = {name: pair for name, pair in trial.leaks.items() if pair[1]}
    yield f"- with `-R 3:3`, {len(trial.leaks) - len(left)} of {len(trial.leaks)} of those of the modules leak nothing"
    yield from (
        f"- {name} with `-R 3:3`: {after}; before: {before or 'nothing'}" for name, (before, after) in left.items()
    )


def _sum(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    listed = list(pairs)
    return sum(a for a, _ in listed), sum(b for _, b in listed)


def _of(pair: tuple[int, int]) -> str:
    return f"{pair[0]} of {pair[1]}" if pair[1] else "-"
