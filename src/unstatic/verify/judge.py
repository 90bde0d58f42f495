"""Says what an isolated module must do, and judges an observation by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from unstatic.verify.children import NO_ANSWER, Json, Observation, Outcomes
from unstatic.verify.findings import Finding

# own: works with a GIL per interpreter; shared: in legacy subinterpreters only; none: one copy per process.
Claim = Literal["own", "shared", "none"]

# References a type may gain over thousands of instances: caches may hold a few.
MOST_REFERENCES = 9
# Objects that a loop of imports may leave behind in all.
MOST_OBJECTS = 9
BLOCKS_PER_CALL = 0.5
# Memory blocks and KiB that each import may leave behind on the average.
MOST_BLOCKS = 12
MOST_KIB = 40
# Of the allocations that fail: the import of Python code is full of the interpreter's own, some of which it can't bear.
MOST_BY_CHANCE = 0.05
# How an import ends that doesn't just raise.
BREAKS = ("crashed", "exited", "silent", "timeout", "SystemError")
# What worked in the original has to work, whatever the module claims.
AS_BEFORE = ("reimport", "first import", "orders", "threads", "restart")
UNSUPPORTED = re.compile(r"module (\S+) does not support loading in subinterpreters")


@dataclass(frozen=True, slots=True)
class _Case:
    """One build's outcomes under one set of options, next to those of the original."""

    label: str
    module: str
    before: Outcomes
    after: Outcomes
    kept: tuple[str, ...] = ()
    """The types whose instances the original never frees."""

    def finding(self, kind: Literal["problem", "note"], probe: str, text: str) -> Finding:
        return Finding(kind, self.label + probe, text)


def judge(module: str, before: Observation, after: Observation, claim: Claim) -> list[Finding]:
    """Return what the migrated build does that a module with this claim must not do."""
    findings: list[Finding] = []
    kept = _kept(before.plain)
    for label, old, new in (("", before.plain, after.plain), ("strict ", before.strict, after.strict)):
        findings += _judge(_Case(label, module, old, new, kept), claim)
    said = {(finding.where, finding.text) for finding in findings}
    # What shows without the strict options needn't be said twice.
    return [item for item in findings if (item.where.removeprefix("strict "), item.text) not in said - {_key(item)}]


def _key(finding: Finding) -> tuple[str, str]:
    return finding.where, finding.text


def _judge(case: _Case, claim: Claim) -> Iterator[Finding]:
    for probe in case.after:
        old, new = case.before.get(probe), case.after[probe]
        value = new.get("value") if isinstance(new, dict) else None
        if value is None:
            yield from _no_value(case, probe, old, new, claim)
        elif probe.startswith("own GIL") or probe == "stress":
            yield from _own_gil(case, probe, str(value), claim)
        elif probe == "legacy":
            yield from _legacy(case, str(value), claim)
        elif probe in _JUDGES and isinstance(value, dict):
            if claim != "none" or probe in _ALWAYS:
                yield from _JUDGES[probe](case, value)
        elif probe not in _COMPARED and value != "ok":
            yield case.finding("note", probe, f"nothing to judge: {value}")


def _no_value(case: _Case, probe: str, old: Json, new: Json, claim: Claim) -> Iterator[Finding]:
    if old == new:
        yield case.finding("note", probe, f"not provable here: the original gave {old} too")
    elif claim == "none" and probe in _NEED_COPIES and "ImportError" in str(new):
        yield case.finding("note", probe, f"one copy per process: {new}")
    elif probe != "import" and new == case.after.get("import"):
        yield case.finding("note", probe, "not provable here: the exercise fails in the same way")
    elif probe not in _COMPARED:
        yield case.finding("problem", probe, f"{_brief(old)} -> {new}")


def _brief(outcome: Json) -> Json:
    value = outcome.get("value") if isinstance(outcome, dict) else None
    if value is None:
        return outcome
    return value if isinstance(value, str) else "a result"


def _own_gil(case: _Case, probe: str, value: str, claim: Claim) -> Iterator[Finding]:
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
    elif claim == "own" or not (refused or "ImportError" in value):
        yield case.finding("problem", probe, value)


def _legacy(case: _Case, value: str, claim: Claim) -> Iterator[Finding]:
    if value == "ok" or (claim == "none" and "ImportError" in value):
        return
    # What the original's exercise can't do a second time, it can't do in any interpreter.
    fails_anyway = claim == "none" or case.before.get("twice") == {"raised": value}
    if fails_anyway and case.before.get("legacy") == {"value": value}:
        yield case.finding("note", "legacy", f"not provable here: the original says {value} too")
        return
    yield case.finding("problem", "legacy", value)


def _twice(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    if not value["distinct module"]:
        yield case.finding("problem", "twice", "the second import gives the first module")
    types = value["distinct types"]
    shared = [label for label, distinct in types.items() if not distinct] if isinstance(types, dict) else []
    if shared:
        yield case.finding("problem", "twice", f"both modules have the same type {', '.join(shared)}")
    if not value["same labels"]:
        yield case.finding("problem", "twice", "the second module has other types")


def _freed(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    if case.kept:
        text = "not provable here: the original never frees its instances"
        yield from (case.finding("note", f"freed/{label}", text) for label in case.kept)
        return
    if not value["module freed"]:
        yield case.finding("problem", "freed", "the module stays alive")
    if value["types alive"]:
        yield case.finding("problem", "freed", f"these types stay alive: {value['types alive']}")
    for what in ("types", "modules", "objects", "references"):
        grown = value[what]
        if isinstance(grown, int) and grown > MOST_OBJECTS:
            yield case.finding("problem", "freed", f"{grown} more {what} after {value['rounds']} imports")
    for what, most in (("blocks per import", MOST_BLOCKS), ("resident KiB per import", MOST_KIB)):
        grown = value[what]
        if isinstance(grown, float | int) and grown > most:
            yield case.finding("problem", "freed", f"{grown} more {what}")


def _stored(case: _Case, value: Mapping[str, Json], probe: str = "stored") -> Iterator[Finding]:
    if not value["module freed"] or value["types alive"]:
        text = f"instances in a cycle with their type keep it alive: {value['types alive'] or 'the module'}"
        yield case.finding("problem", probe, text)


def _stored_subclassed(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    known = _table(case.before, "stored subclassed").get("subclasses alive")
    if known:
        text = f"not provable here: cycles of instances keep Python subclasses alive before too: {known}"
        yield case.finding("note", "stored subclassed", text)
    else:
        yield from _stored(case, value, "stored subclassed")


def _endings(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    """How an instance ends must not change."""
    known = _table(case.before, "endings")
    for label, ends in value.items():
        old = known.get(label)
        if ends == old or old is None:
            continue
        if _breaks(old):
            yield case.finding("note", f"endings/{label}", f"not provable here: the original gave {old}")
            continue
        if not isinstance(old, dict) or not isinstance(ends, dict):
            yield case.finding("problem", f"endings/{label}", f"{_brief({'value': old})} -> {ends}")
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


def _references(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    known = _table(case.before, "references").get("missing")
    texts = {
        "missing": "references fewer than the collector finds",
        "left": "references left by the module",
        "unseen": "instances that do not show their type to the collector",
        "doubled": "instances that show their type more often than they own it",
    }
    for what, text in texts.items():
        found = value[what]
        for label, count in found.items() if isinstance(found, dict) else ():
            if what == "missing" and isinstance(known, dict) and known.get(label) == count:
                yield case.finding("note", f"references/{label}", "not provable here: one is missing before too")
            else:
                yield case.finding("problem", f"references/{label}", f"{count} {text}")


def _untouched(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    """What is unique in the process may stay so, unless the module claims to share nothing."""
    known = _table(case.before, "untouched")
    for name, change in value.items():
        text = f"a new module's {name}() depends on what another one did: {change}"
        is_as_before = known.get(name) == change and claim_of(case.after) != "own"
        yield case.finding("note" if is_as_before else "problem", f"untouched/{name}", text)


def _table(outcomes: Outcomes, probe: str) -> Mapping[str, Json]:
    outcome = outcomes.get(probe)
    value = outcome.get("value") if isinstance(outcome, dict) else None
    return value if isinstance(value, dict) else {}


def _chain(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    growth = value["growth"]
    for label, grown in growth.items() if isinstance(growth, dict) else ():
        if isinstance(grown, int) and abs(grown) > MOST_REFERENCES:
            text = f"{grown:+} references after {value['depth']} nested instances went"
            yield case.finding("problem", f"chain/{label}", text)


def _statics(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    for where, text in (("types", "a static type"), ("objects", "a static pointer to an object of type")):
        found = value[where]
        for place, name in found.items() if isinstance(found, dict) else ():
            yield case.finding("problem", f"statics/{where}/{place}", f"{text} {name}, shared by all modules")


def _failing(case: _Case, probe: str, value: Mapping[str, Json], known: Mapping[str, Json]) -> Iterator[Finding]:
    """A failing import may fail in any way that isn't a crash, unless the original does so in the same place."""
    crashes = "crashed" in str(known)
    for place, end in value.items():
        if not str(end).startswith(BREAKS):
            continue
        if crashes:
            text = f"not provable here: {end}, and the original fails in this way too"
            yield case.finding("note", probe, text)
            return
        # The words differ with the kind of initialization.
        if str(known.get(place)).startswith("SystemError") and str(end).startswith("SystemError"):
            yield case.finding("note", f"{probe}/{place}", f"{end}, as in the original: {known.get(place)}")
            continue
        yield case.finding("problem", f"{probe}/{place}", str(end))


def _no_memory(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    before = _table(case.before, "no memory")
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


def _failing_imports(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    known = _table(case.before, "failing imports")
    yield from _failing(case, "failing imports", _inner(value, "ends"), _inner(known, "ends"))
    again = {f"again after {name}": end for name, end in _inner(value, "again").items()}
    before = {f"again after {name}": end for name, end in _inner(known, "again").items()}
    yield from _worse(case, "failing imports", again, before)


def _inner(value: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    inner = value.get(key)
    return inner if isinstance(inner, dict) else {}


def _as_before(case: _Case, value: Mapping[str, Json], probe: str) -> Iterator[Finding]:
    """What worked in the original must work; what didn't proves nothing."""
    known = _table(case.before, probe)
    yield from _worse(case, probe, value, known)
    if not any(end == "ok" == known.get(name) for name, end in value.items()):
        yield case.finding("note", probe, f"not provable here: the original gave {known or case.before.get(probe)}")


def _worse(case: _Case, probe: str, value: Mapping[str, Json], known: Mapping[str, Json]) -> Iterator[Finding]:
    for name, end in value.items():
        old = known.get(name)
        if end == "ok":
            continue
        if old == "ok":
            yield case.finding("problem", f"{probe}/{name}", f"ok -> {end}")
        else:
            text = f"not provable here: the original gave {old or case.before.get(probe)}"
            yield case.finding("note", f"{probe}/{name}", text)


def _refcounts(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    growth = value["growth"]
    for label, grown in growth.items() if isinstance(growth, dict) else ():
        if not isinstance(grown, int) or abs(grown) <= MOST_REFERENCES:
            continue
        text = f"{grown:+} references after {value['made']} instances"
        if grown > 0 and label in case.kept:
            text = f"not provable here: {text}, which the original never frees"
            yield case.finding("note", f"refcounts/{label}", text)
        else:
            yield case.finding("problem", f"refcounts/{label}", text)
    blocks, before = value["blocks per call"], _blocks(case.before)
    # What the original itself leaves varies with the number of calls that a busy machine gets done.
    if isinstance(blocks, float | int) and blocks > max(before, 0) * 1.5 + BLOCKS_PER_CALL:
        yield case.finding("problem", "refcounts", f"{blocks} more memory blocks per call, {before} in the original")


def _kept(outcomes: Outcomes) -> tuple[str, ...]:
    """Return the types whose instances are never freed: one has a reference that nobody shows, and memory grows."""
    held = _table(outcomes, "refcounts").get("held")
    is_growing = _blocks(outcomes) > BLOCKS_PER_CALL
    return tuple(str(label) for label in held) if isinstance(held, list) and is_growing else ()


def _blocks(outcomes: Outcomes) -> float:
    blocks = _table(outcomes, "refcounts").get("blocks per call")
    return float(blocks) if isinstance(blocks, float | int) else 0.0


def _operations(case: _Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    """Judge what is left of references: a static type bears what a heap type doesn't, and only the latter counts."""
    originals = _table(case.before, "operations")
    for label, item in value.items():
        before = originals.get(label)
        for name, told in _left(item).items():
            where, same = f"operations/{label}/{name}", _left(before).get(name, "ok")
            if told == same and (isinstance(told, str) or _is_heap(before)):
                yield case.finding("note", where, f"not provable here: the original gave {same} too")
            elif isinstance(told, dict):
                counts = ", ".join(f"{grown:+} references to {kind}" for kind, grown in told.items())
                if all(kind in case.kept and isinstance(grown, int) and grown > 0 for kind, grown in told.items()):
                    text = f"not provable here: {counts} in a loop, whose instances the original never frees"
                    yield case.finding("note", where, text)
                else:
                    yield case.finding("problem", where, f"{counts} in a loop")
            else:
                yield case.finding("problem", where, f"{same} -> {told}")


def _left(item: Json) -> Mapping[str, Json]:
    left = item.get("left") if isinstance(item, dict) else None
    return left if isinstance(left, dict) else {}


def _is_heap(item: Json) -> bool:
    return isinstance(item, dict) and item.get("heap") is True


_JUDGES: Mapping[str, Callable[[_Case, Mapping[str, Json]], Iterator[Finding]]] = {
    "twice": _twice,
    "freed": _freed,
    "stored": _stored,
    "stored subclassed": _stored_subclassed,
    "endings": _endings,
    "references": _references,
    "untouched": _untouched,
    "chain": _chain,
    "statics": _statics,
    "refcounts": _refcounts,
    "operations": _operations,
    "no memory": _no_memory,
    "failing imports": _failing_imports,
    **{probe: partial(_as_before, probe=probe) for probe in AS_BEFORE},
}
# Also of a module that makes no claim.
_ALWAYS = ("refcounts", "operations", "endings", "chain", "no memory", "failing imports", *AS_BEFORE)
_NEED_COPIES = (
    "twice",
    "freed",
    "stored",
    "stored subclassed",
    "references",
    "untouched",
    "not executed",
    "afterlife",
    "no memory",
    "failing imports",
    "own GIL",
    "legacy",
)
# compare() reads these.
_COMPARED = ("surface", "subclassed", "outcomes", "definition")


def claim_of(outcomes: Outcomes) -> Claim:
    """
    Return what the module claims by its definition.

    Before 3.12 no definition can say it: one with slots counts as isolated then, unless it refuses to be imported
    again.
    """
    found, second = (outcomes.get(probe) for probe in ("definition", "twice"))
    value = found.get("value") if isinstance(found, dict) else None
    said = value.get("claim") if isinstance(value, dict) else "none"
    if said == "unknown":
        return "none" if "ImportError" in str(second) else "shared"
    return "own" if said == "per-interpreter-gil" else "shared" if said == "shared-gil" else "none"
