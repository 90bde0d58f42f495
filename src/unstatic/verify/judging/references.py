"""References: what is freed, what is left behind, what grows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unstatic.verify.children import Json, Outcomes
from unstatic.verify.findings import Finding
from unstatic.verify.judging.case import Case, table

# References a type may gain over thousands of instances: caches may hold a few.
MOST_REFERENCES = 9
# Objects that a loop of imports may leave behind in all.
MOST_OBJECTS = 9
# Memory blocks and KiB that each import may leave behind on the average.
MOST_BLOCKS = 12
MOST_KIB = 40
BLOCKS_PER_CALL = 0.5


def twice(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    if not value["distinct module"]:
        yield case.finding("problem", "twice", "the second import gives the first module")
    types = value["distinct types"]
    shared = [label for label, distinct in types.items() if not distinct] if isinstance(types, dict) else []
    known = _shared_before(case)
    if known & {*shared}:
        text = f"both modules have the same type {', '.join(sorted(known & {*shared}))}, as before"
        yield case.finding("note", "twice", text)
    if new := [label for label in shared if label not in known]:
        yield case.finding("problem", "twice", f"both modules have the same type {', '.join(new)}")
    if not value["same labels"]:
        yield case.finding("problem", "twice", "the second module has other types")


def _shared_before(case: Case) -> frozenset[str]:
    """Return the types that all modules of the original have in common, where a migration says that something stays.

    It promises nothing new then, if the definition of the original claims as much.
    """
    types = table(case.before, "twice").get("distinct types")
    is_as_before = case.is_partial and case.claimed[0] == case.claimed[1]
    if not isinstance(types, dict) or not is_as_before:
        return frozenset()
    return frozenset(label for label, distinct in types.items() if not distinct)


def freed(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
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
    yield from _lost_constants(case, value)
    for what, most in (("blocks per import", MOST_BLOCKS), ("resident KiB per import", MOST_KIB)):
        grown = value[what]
        if isinstance(grown, float | int) and grown > most:
            yield case.finding("problem", "freed", f"{grown} more {what}")


def _lost_constants(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    lost, rounds = value["constants lost"], value["rounds"]
    if isinstance(lost, int) and isinstance(rounds, int) and lost >= rounds:
        text = f"{lost} references to constants and exceptions of the interpreter fewer after {rounds} imports"
        yield case.finding("problem", "freed", text)


def stored(case: Case, value: Mapping[str, Json], probe: str = "stored") -> Iterator[Finding]:
    if value.get("lost"):
        text = f"a deallocator asks a type that has lost its module, and leaves the exception: {value['lost']}"
        yield case.finding("problem", probe, text)
    alive = value["types alive"]
    is_as_before = isinstance(alive, list) and _shared_before(case).issuperset(map(str, alive))
    if not value["module freed"] or (alive and not is_as_before):
        text = f"instances in a cycle with their type keep it alive: {value['types alive'] or 'the module'}"
        reason = f"not provable here: the original never frees instances of {', '.join(case.kept)}"
        yield case.finding("note", probe, reason) if case.kept else case.finding("problem", probe, text)


def stored_subclassed(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    known = table(case.before, "stored subclassed").get("subclasses alive")
    if known:
        text = f"not provable here: cycles of instances keep Python subclasses alive before too: {known}"
        yield case.finding("note", "stored subclassed", text)
    else:
        yield from stored(case, value, "stored subclassed")


def references(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    known = table(case.before, "references").get("missing")
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


def lent(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    """Types that a capsule hands out last as long as anybody may have imported them."""
    gone = value["gone"]
    for label in gone if isinstance(gone, list) else ():
        text = f"a capsule hands out {label}, which went with the module: who has imported that reads freed memory"
        yield case.finding("problem", "lent", text)


def untouched(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    """What is unique in the process may stay so, unless the module claims to share nothing."""
    known = table(case.before, "untouched")
    for name, change in value.items():
        text = f"a new module's {name}() depends on what another one did: {change}"
        is_as_before = known.get(name) == change and case.claimed[1] != "own"
        yield case.finding("note" if is_as_before else "problem", f"untouched/{name}", text)


def chain(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    growth = value["growth"]
    for label, grown in growth.items() if isinstance(growth, dict) else ():
        if isinstance(grown, int) and abs(grown) > MOST_REFERENCES:
            text = f"{grown:+} references after {value['depth']} nested instances went"
            yield case.finding("problem", f"chain/{label}", text)


def statics(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    for where, text in (("types", "a static type"), ("objects", "a static pointer to an object of type")):
        found = value[where]
        for place, name in found.items() if isinstance(found, dict) else ():
            yield case.finding("problem", f"statics/{where}/{place}", f"{text} {name}, shared by all modules")


def refcounts(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
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


def never_freed(outcomes: Outcomes) -> tuple[str, ...]:
    """Return the types whose instances are never freed: one has a reference that nobody shows, and memory grows."""
    held = table(outcomes, "refcounts").get("held")
    is_growing = _blocks(outcomes) > BLOCKS_PER_CALL
    return tuple(str(label) for label in held) if isinstance(held, list) and is_growing else ()


def _blocks(outcomes: Outcomes) -> float:
    blocks = table(outcomes, "refcounts").get("blocks per call")
    return float(blocks) if isinstance(blocks, float | int) else 0.0


def operations(case: Case, value: Mapping[str, Json]) -> Iterator[Finding]:
    """Judge what is left of references: a static type bears what a heap type doesn't, and only the latter counts."""
    originals = table(case.before, "operations")
    for label, item in value.items():
        before = originals.get(label)
        for name, told in _left(item).items():
            where, same = f"operations/{label}/{name}", _left(before).get(name, "ok")
            if told == same and (isinstance(told, str) or _is_heap(before)):
                yield case.finding("note", where, f"not provable here: the original gave {same} too")
            elif isinstance(told, dict):
                counts = ", ".join(f"{grown:+} references to {kind}" for kind, grown in told.items())
                more = all(isinstance(grown, int) and grown > 0 for grown in told.values())
                if more and all(kind in case.kept for kind in told):
                    text = f"not provable here: {counts} in a loop, whose instances the original never frees"
                    yield case.finding("note", where, text)
                elif more and name in _lost(before):
                    text = f"not provable here: {counts} in a loop, and the original leaves memory behind there"
                    yield case.finding("note", where, text)
                else:
                    yield case.finding("problem", where, f"{counts} in a loop")
            else:
                yield case.finding("problem", where, f"{same} -> {told}")


def _left(item: Json) -> Mapping[str, Json]:
    left = item.get("left") if isinstance(item, dict) else None
    return left if isinstance(left, dict) else {}


def _lost(item: Json) -> list[Json]:
    """Return what leaves memory behind each time."""
    lost = item.get("lost") if isinstance(item, dict) else None
    return lost if isinstance(lost, list) else []


def _is_heap(item: Json) -> bool:
    return isinstance(item, dict) and item.get("heap") is True
