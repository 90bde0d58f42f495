"""Failures: how uses and imports end where something goes wrong, and that what worked still does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from unstatic.verify.children import NO_ANSWER, Json
from unstatic.verify.findings import Finding
from unstatic.verify.judging.case import Case, brief, table

# Of the allocations that fail: the import of Python code is full of the interpreter's own, some of which it can't bear.
MOST_BY_CHANCE = 0.05
# How an import ends that doesn't just raise.
BREAKS = ("crashed", "exited", "silent", "timeout", "SystemError", "released")
# The words differ with the kind of initialization.
ALIKE = ("SystemError", "released")


def endings(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    """How an instance ends must not change."""
    known = table(case.before, "endings")
    for label, ends in value.items():
        old = known.get(label)
        if ends == old or old is None:
            continue
        if _breaks(old):
            yield case.finding("note", f"endings/{label}", f"not provable here: the original gave {old}")
            continue
        if not isinstance(old, dict) or not isinstance(ends, dict):
            yield case.finding("problem", f"endings/{label}", f"{brief({'value': old})} -> {ends}")
            continue
        for what, end in ends.items():
            # That less is left is no loss.
            is_less = "left" in what and set(str(end).split()) <= set(str(old.get(what)).split())
            if end != old.get(what) and not is_less:
                text = f"{what}: {old.get(what) or 'none'} -> {end or 'none'}"
                yield case.finding("problem", f"endings/{label}", text)


def _breaks(ended: Json) -> bool:
    """Tell whether something ended without an answer; a child that crashed while it left may say so by its status."""
    if isinstance(ended, Mapping):
        return any(_breaks(value) for value in ended.values())
    return isinstance(ended, str) and ended.startswith(NO_ANSWER)


def _failing(case: Case, probe: str, value: Mapping[str, Json], known: Mapping[str, Json]) -> Iterator[Finding]:
    """A failing import may fail in any way that isn't a crash, unless the original does so in the same place."""
    crashes = "crashed" in str(known)
    for place, end in value.items():
        if not str(end).startswith(BREAKS):
            continue
        if crashes:
            text = f"not provable here: {end}, and the original fails in this way too"
            yield case.finding("note", probe, text)
            return
        if any(str(known.get(place)).startswith(one) and str(end).startswith(one) for one in ALIKE):
            yield case.finding("note", f"{probe}/{place}", f"{end}, as in the original: {known.get(place)}")
            continue
        yield case.finding("problem", f"{probe}/{place}", str(end))


def no_memory(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    before = table(case.before, "no memory")
    ends, old = _inner(value, "ends"), _inner(before, "ends")
    few = 0.0 if _is_whole(value) and _is_whole(before) else MOST_BY_CHANCE
    # Which allocation it is has no meaning in the other build.
    many = {f"{count} tries": end for end, count in ends.items() if _share(ends, end) > few}
    yield from _failing(case, "no memory", many, {f"{count} tries": end for end, count in old.items()})
    again, once = _inner(value, "again"), _inner(before, "again")
    share, known = 1 - _share(again, "ok"), 1 - _share(once, "ok")
    if not share:
        return
    example = next(end for end in again if end != "ok")
    tried = f"{value['tried']} of {value['allocations']} allocations tried"
    text = f"{share:.0%} of the imports after one without memory fail, {known:.0%} in the original: {example} ({tried})"
    # How often an exception of the original comes depends on how many allocations lie before what raises it.
    shared = {end for end in again if end in once and end != "ok" and not end.startswith(BREAKS)}
    fresh, stale = (
        1 - _share({end: table[end] for end in table if end not in shared}, "ok") for table in (again, once)
    )
    is_more = fresh > stale + (few or (MOST_BY_CHANCE if known else 0))
    kind: Literal["problem", "note"] = "problem" if is_more else "note"
    yield case.finding(kind, "no memory/again", text)


def _is_whole(value: Mapping[str, Json]) -> bool:
    """Whether each allocation was tried: of a sample, a few may hit a fault of the interpreter's own."""
    return value.get("tried") == value.get("allocations")


def _share(table: Mapping[str, Json], key: str) -> float:
    counts = {end: count for end, count in table.items() if isinstance(count, int)}
    return counts.get(key, 0) / sum(counts.values()) if counts else 1.0


def failing_imports(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    known = table(case.before, "failing imports")
    yield from _failing(case, "failing imports", _inner(value, "ends"), _inner(known, "ends"))
    again = {f"again after {name}": end for name, end in _inner(value, "again").items()}
    before = {f"again after {name}": end for name, end in _inner(known, "again").items()}
    yield from _worse(case, "failing imports", again, before)


def _inner(value: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    inner = value.get(key)
    return inner if isinstance(inner, dict) else {}


def as_before(case: Case, value: Mapping[str, Json], probe: str) -> Iterator[Finding]:
    """What worked in the original must work; what didn't proves nothing."""
    known = table(case.before, probe)
    yield from _worse(case, probe, value, known)
    if not any(end == "ok" == known.get(name) for name, end in value.items()):
        yield case.finding("note", probe, f"not provable here: the original gave {known or case.before.get(probe)}")


def _worse(case: Case, probe: str, value: Mapping[str, Json], known: Mapping[str, Json]) -> Iterator[Finding]:
    for name, end in value.items():
        old = known.get(name)
        if end == "ok":
            continue
        other = table(case.otherwise, probe).get(name)
        if old == "ok" and "crashed" in str(end) and "crashed" in str(other):
            # What reads freed memory goes well or not by chance, before as after.
            text = f"{end}, not provable here: the original gave {other} under other options"
            yield case.finding("note", f"{probe}/{name}", text)
        elif old == "ok" and probe == "orders" and "ImportError" in str(end) and case.refused:
            text = f"{end}, not provable here: what it imports fails there without it: {case.refused}"
            yield case.finding("note", f"{probe}/{name}", text)
        elif old == "ok":
            yield case.finding("problem", f"{probe}/{name}", f"ok -> {end}")
        else:
            text = f"not provable here: the original gave {old or case.before.get(probe)}"
            yield case.finding("note", f"{probe}/{name}", text)
