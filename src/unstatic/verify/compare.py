"""Compares what Python code can see of two builds, and explains the differences that a migration brings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from unstatic.verify.children import NO_ANSWER, Json, Outcomes
from unstatic.verify.findings import Finding

# A type that joins the garbage collector has a header of two words before each instance.
GC_HEADER = 16
POINTER = 8
# Of one value in a finding.
MOST_CHARACTERS = 400
_NAME = re.compile(r"[\w.]+(?: \w+)*")
# How Python refuses a module that imports itself by its place in a package, for a caller that is in none.
_BY_IMPORT = "ImportError: attempted relative import"
OFFSET_MEMBERS = ("__weaklistoffset__", "__dictoffset__", "__vectorcalloffset__")


@dataclass(frozen=True, slots=True)
class _Pair:
    """One place that differs, split into its path; None stands for absent."""

    path: tuple[str, ...]
    before: Json
    after: Json


@dataclass(frozen=True, slots=True)
class _Context:
    """What the rules need to know of the whole surface."""

    minor: tuple[int, int]
    became_heap: frozenset[str]
    joined_gc: frozenset[str]
    renamed: Mapping[str, tuple[str, str]]
    had_unready: bool
    unreadable: frozenset[tuple[str, str]] = frozenset()
    # The same for those that can be read, with the result that protocol 2 had before.
    readable: frozenset[tuple[str, str]] = frozenset()
    """Types with the pickle protocols of which they write what can't be read, though nothing was written before."""
    builtins: frozenset[str] = frozenset()
    """The names of types that became heap types and say as before that they are builtins: messages show that now."""
    final: frozenset[str] = frozenset()
    """Types that can't be subclassed."""
    metaclasses: frozenset[str] = frozenset()


_NOTHING = _Context((3, 9), frozenset(), frozenset(), {}, False)


def compare(before: Outcomes, after: Outcomes, minor: tuple[int, int], again: Outcomes | None = None) -> list[Finding]:
    """
    Return the differences of what `surface`, `subclassed` and `outcomes` saw; those of a migration are accepted.

    *again* is a second look at the original, with other contents of fresh memory: what differs between the two looks
    can't be judged.
    """
    old, new = _value(before, "surface"), _value(after, "surface")
    context = _context(old, new, minor) if isinstance(old, dict) and isinstance(new, dict) else _NOTHING
    context = replace(context, minor=minor)
    findings: list[Finding] = []
    for probe in ("surface", "subclassed", "outcomes"):
        if probe in before and probe in after:
            findings += _compare_probe(probe, before, after, again or before, context)
    return findings


def _compare_probe(
    probe: str, before: Outcomes, after: Outcomes, again: Outcomes, context: _Context
) -> Iterator[Finding]:
    old, new = _value(before, probe), _value(after, probe)
    if old is None:
        yield Finding("note", probe, f"not provable here: the original gave {before[probe]}")
        return
    if new is None:
        if probe != "surface" and after[probe] == after.get("import"):
            yield Finding("note", probe, "not provable here: the exercise fails in the same way")
            return
        yield Finding("problem", probe, f"the migrated module gave {after[probe]}")
        return
    drifting = {pair.path for pair in _pairs((), old, _value(again, probe), _NOTHING)}
    for pair in _comparable(_pairs((), old, new, context), new):
        where, text = "/".join((probe, *pair.path)), _difference(pair)
        if str(pair.before).startswith(NO_ANSWER):
            yield Finding("note", where, f"not provable here: the original gave {pair.before}")
            continue
        if any(pair.path[: len(path)] == path for path in drifting):
            yield Finding("note", where, "not provable here: the original differs from run to run")
            continue
        reason = _reason(pair, context) if probe == "surface" else _use_reason(pair, context)
        yield Finding("accepted" if reason else "problem", where, f"{text} ({reason})" if reason else text)


def _comparable(pairs: Iterator[_Pair], new: Json) -> Iterator[_Pair]:
    """Leave out what the instances are like, when the exercise fails and they had to be made in another way."""
    failed = isinstance(new, dict) and new.get("exercise") not in ("ok", None)
    for pair in pairs:
        section = pair.path[0] if pair.path else ""
        refused = ["Error: " in str(value) for value in (pair.before, pair.after)]
        usable = section == "instances" and pair.after is not None and refused[0] != refused[1]
        if not failed or usable or section not in ("behaviour", "instances"):
            yield pair


def _value(outcomes: Outcomes, probe: str) -> Json:
    outcome = outcomes.get(probe)
    return outcome.get("value") if isinstance(outcome, dict) else None


def _difference(pair: _Pair) -> str:
    """Tell what was lost and gained of a list, and both values of anything else."""
    if isinstance(pair.before, list) and isinstance(pair.after, list):
        lost = [f"-{entry}" for entry in pair.before if entry not in pair.after]
        gained = [f"+{entry}" for entry in pair.after if entry not in pair.before]
        return " ".join([*lost, *gained]) or f"{_show(pair.before)} -> {_show(pair.after)}"
    return f"{_show(pair.before)} -> {_show(pair.after)}"


def _show(value: Json) -> str:
    text = "absent" if value is None else str(value)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"


def _context(old: Json, new: Json, minor: tuple[int, int]) -> _Context:
    heap, joined, renamed, builtins = set(), set(), {}, set()
    before, after = _at(old, "types"), _at(new, "types")
    for label in sorted(before.keys() & after.keys()):
        gained = _texts(_at(after, label).get("flags")) - _texts(_at(before, label).get("flags"))
        if "HEAPTYPE" in gained:
            heap.add(label)
            if _at(after, label).get("module") == "builtins":
                builtins.add(str(_at(after, label).get("name")))
        if "HAVE_GC" in gained:
            joined.add(label)
        names = _full_name(_at(before, label)), _full_name(_at(after, label))
        # Only what is a name: the place may be taken by a descriptor of the type itself (G37).
        if names[0] != names[1] and _NAME.fullmatch(names[1]):
            renamed[label] = names
    unready = isinstance(old, dict) and old.get("all types are ready") is False
    instances = _at(old, "instances"), _at(new, "instances")
    unreadable, readable = frozenset(_unreadable(*instances)), frozenset(_readable(*instances))
    final = frozenset(label for label in after if "BASETYPE" not in _texts(_at(after, label).get("flags")))
    return _Context(
        minor=minor,
        became_heap=frozenset(heap),
        joined_gc=frozenset(joined),
        renamed=renamed,
        had_unready=unready,
        unreadable=unreadable,
        readable=readable,
        builtins=frozenset(builtins),
        final=final,
        metaclasses=_metaclasses(after),
    )


def _metaclasses(types: dict[str, Json]) -> frozenset[str]:
    """Return the types that are derived from type, by their labels."""
    found = {"type"}
    while True:
        more = {label for label in types if _texts(_at(types, label).get("bases")) & found} - found
        if not more:
            return frozenset(found)
        found |= more


def _unreadable(old: dict[str, Json], new: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for label in new:
        before, after = _at(old, label), _at(new, label)
        for protocol in (what.split()[1] for what in after if what.startswith("dumps ")):
            ends = (before.get(f"dumps {protocol}"), after[f"dumps {protocol}"], after.get(f"loads {protocol}"))
            if [True, False, True] == ["Error: " in str(end) for end in ends]:
                yield label, protocol


def _readable(old: dict[str, Json], new: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield protocols that refused before and now give what protocol 2 gave: copyreg knows the base of a heap type."""
    for label in new:
        before, after = _at(old, label), _at(new, label)
        known = before.get("loads 2")
        for protocol in ("0", "1"):
            if known and "Error: " not in str(known) and known == after.get(f"loads {protocol}"):
                yield label, protocol


def _at(value: Json, key: str) -> dict[str, Json]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _texts(value: Json) -> set[str]:
    return {str(entry) for entry in value} if isinstance(value, list) else set()


def _full_name(kind: Mapping[str, Json]) -> str:
    """Return the name as messages print it, which leaves out `builtins`."""
    name = str(kind.get("name"))
    return name if kind.get("module") == "builtins" else f"{kind.get('module')}.{name}"


def _pairs(path: tuple[str, ...], old: Json, new: Json, context: _Context) -> Iterator[_Pair]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from _pairs((*path, key), old.get(key), new.get(key), context)
    elif old != new and old != _with_old_names(new, context):
        yield _Pair(path, old, new)


def _with_old_names(value: Json, context: _Context) -> Json:
    if isinstance(value, str):
        for before, after in context.renamed.values():
            value = value.replace(after, before)
        for name in context.builtins:
            value = value.replace(f"builtins.{name}", name)
    return value


def _reason(pair: _Pair, context: _Context) -> str:
    """Return why a migration brings this difference, or nothing if it must not be."""
    section, label, *rest = (*pair.path, "", "")
    if section == "all types are ready" and pair.after is True:
        return "every type is made ready now"
    if context.had_unready and pair.before is None and section in ("types", "attempts", "instances", "behaviour"):
        return "not provable here: the original never makes this type ready"
    if label not in context.became_heap:
        return ""
    if section == "names" and context.minor < (3, 10) and str(pair.after).startswith("type None "):
        return "3.9 drops the signature from the doc of a heap type"
    what = rest[0]
    if section == "types":
        return _type_reason(pair, what, rest[1], label, context)
    if section == "attempts":
        return _attempt_reason(pair, what, context)
    if section == "behaviour":
        return _use_reason(pair, context)
    return _instance_reason(pair, what, label, context)


def _type_reason(pair: _Pair, what: str, member: str, label: str, context: _Context) -> str:
    if what == "flags" and _texts(pair.after) ^ _texts(pair.before) <= {"HEAPTYPE", "HAVE_GC"}:
        return "a heap type"
    if what == "flags" and _is_slower(pair) and label in context.metaclasses and context.minor < (3, 11):
        return "a metaclass that is a heap type calls its classes by tp_call before Python 3.11, to the same effect"
    if what == "signature" and context.minor < (3, 10) and str(pair.after) in ("None", "absent"):
        return "3.9 drops the signature from the doc of a heap type"
    # A static type whose name has no dot calls itself a builtin; a heap type can't.
    if what in ("module", "getmodule", "repr") and label in context.renamed and "." not in context.renamed[label][0]:
        return "a heap type has to be in a module"
    if what == "dict":
        return _dict_reason(pair, member, is_final=label in context.final)
    if what == "basicsize" and _grown(pair) == POINTER:
        return "room for a reference to the module"
    return ""


def _is_slower(pair: _Pair) -> bool:
    """Tell whether nothing is lost but the flag for vectorcall."""
    before, after = _texts(pair.before), _texts(pair.after)
    return before - after == {"HAVE_VECTORCALL"} and after - before <= {"HEAPTYPE", "HAVE_GC"}


def _dict_reason(pair: _Pair, member: str, *, is_final: bool) -> str:
    if member == "__module__" and pair.after == "str":
        # What the type and its instances give is compared by itself.
        return "a heap type keeps its module there"
    if pair.before is not None:
        return ""
    if member == "__annotations__" and "getset" in str(pair.after):
        # What instances answer is compared by itself, once their type was asked for its own.
        return "repeats its base's getter, which a heap type hides otherwise"
    if member in OFFSET_MEMBERS:
        return "a spec says offsets as members"
    if member == "__del__":
        other = (
            "no subclass can have another (G548)" if is_final else "where a subclass has another, that calls it (G487)"
        )
        return f"a finaliser does what the deallocator did, and {other}"
    if member in ("__reduce__", "__reduce_ex__"):
        return "keeps pickling as it was, which is compared by itself"
    return ""


def _attempt_reason(pair: _Pair, what: str, context: _Context) -> str:
    if str(pair.before).startswith(_BY_IMPORT) and "crashed" not in str(pair.after):
        return "finds its module without importing it from the caller's package (G503)"
    if context.minor >= (3, 10):
        return ""
    if what.startswith(("T.", "del T.")) and "new" not in what and pair.after == "ok":
        return "3.9 has no immutable heap types"
    both = f"{pair.before} {pair.after}"
    if both.count("TypeError: ") == 2 and "crashed" not in both:
        return "still refused, 3.9 words it otherwise"
    return ""


def _instance_reason(pair: _Pair, what: str, label: str, context: _Context) -> str:
    if what == "getsizeof":
        return _size_reason(_grown(pair), label, context)
    if what == "module" and "AttributeError" in str(pair.before):
        return "a heap type keeps its module there"
    if what == "set class" and context.minor < (3, 10):
        return "3.9 has no immutable heap types"
    if what.startswith(("dumps", "loads")) and (label, what.split()[1]) in context.unreadable:
        return ""
    if what.startswith(("dumps", "loads")) and (label, what.split()[1]) in context.readable:
        return "pickles of this protocol can be written and read now, as those of protocol 2 could"
    if what.startswith(("dumps", "loads")) and _both(pair, ("TypeError: ", "PicklingError: ")):
        # copyreg names the class, object.__reduce_ex__ the type with its module, a base what it can't read, and
        # pickle the name under which it didn't find the class.
        return "still refused, in other words"
    if label in context.renamed and what.startswith(("dumps", "loads")) and "builtins" in str(pair.before):
        return "its class can be found now"
    return ""


def _both(pair: _Pair, openings: tuple[str, ...]) -> bool:
    return str(pair.before).startswith(openings) and str(pair.after).startswith(openings)


def _grown(pair: _Pair) -> int:
    return pair.after - pair.before if isinstance(pair.before, int) and isinstance(pair.after, int) else 0


def _size_reason(grown: int, label: str, context: _Context) -> str:
    header = GC_HEADER if label in context.joined_gc else 0
    if header and grown == header:
        return "a GC header"
    return "room for a reference to the module" if grown == header + POINTER else ""


def _use_reason(pair: _Pair, context: _Context) -> str:
    """Return why using an instance differs."""
    refused = str(pair.after).startswith("TypeError: ")
    last = pair.path[-1] if pair.path else ""
    by_sequence = last in ("x 'a'", "x b'a'", "x [1]") or str(pair.before).startswith("TypeError: ")
    if refused and by_sequence and "*=" in pair.path and context.became_heap:
        return "each heap type has a sequence table, so another sequence is not asked"
    return ""
