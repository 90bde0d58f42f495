"""What any program may do with any object, again and again: are references to types left behind, or given away?"""

import contextlib
import copy
import gc
import operator
import sys

from behaviour import BINARY, UNARY
from forked import attempt
from subject import HEAPTYPE, is_ready

ROUNDS = 200
# A call, again and again, may do anything; the others are harmless.
ALONE = {**UNARY, "bytes": bytes, "dir": dir}
del ALONE["call"]
PAIRS = {**BINARY, "!=": operator.ne, "<=": operator.le, "[]": operator.getitem}
READ = ("getset_descriptor", "member_descriptor")


def operations(subject):
    """
    Return for each type, by what is done with its instance, how many references to the module's types that leaves.

    A negative number is more dangerous: something else owned those references.
    """
    module = subject.load()
    instances = [one for one in subject.exercise(module) if is_ready(type(one))]
    types = subject.types(module, instances)
    # What is given away must not free the types before that can be told.
    held = list(types.values()) * (100 * ROUNDS)
    found = {}
    for label, kind in types.items():
        one = next((made for made in instances if type(made) is kind), None)
        ways = _ways(kind, one) if one is not None else {}
        # All in one child, unless that crashes.
        growth = attempt(lambda ways=ways: {name: _growth(types, work) for name, work in ways.items()})
        if not isinstance(growth, dict):
            growth = {name: attempt(lambda work=work: _growth(types, work)) for name, work in ways.items()}
        told = {name: value for name, value in growth.items() if value != {}}
        found[label] = {"heap": bool(kind.__flags__ & HEAPTYPE), "left": told}
    del held
    return found


def _ways(kind, one):
    """Return what is done, by the text that names it; no method is called, as it may do anything."""
    found = {
        "T(one)": lambda: kind(one),
        "copy.copy(one)": lambda: copy.copy(one),
        "one.__reduce__()": lambda: one.__reduce__(),
    }
    for name, work in ALONE.items():
        found[f"{name}(one)"] = lambda work=work: work(one)
    for name, work in PAIRS.items():
        found[f"one {name} one"] = lambda work=work: work(one, one)
        found[f"one {name} 1"] = lambda work=work: work(one, 1)
        found[f"1 {name} one"] = lambda work=work: work(1, one)
    for name, value in sorted(vars(kind).items()):
        if type(value).__name__ in READ:
            found[f"one.{name}"] = lambda name=name: getattr(one, name)
    return found


def _growth(types, work):
    """Return how many references more each type has after a loop of *work*, where that is as many as its rounds."""
    _repeat(work, 3)
    before = _counts(types)
    _repeat(work, ROUNDS)
    if _differences(types, before):
        # What is only in cycles isn't left.
        gc.collect()
    return _differences(types, before)


def _differences(types, before):
    after = _counts(types)
    return {label: after[label] - before[label] for label in types if abs(after[label] - before[label]) >= ROUNDS}


def _repeat(work, rounds):
    for _ in range(rounds):
        with contextlib.suppress(Exception):
            work()


def _counts(types):
    return {label: sys.getrefcount(kind) for label, kind in types.items()}
