"""What any program may do with any object, again and again: are references to types left behind, or given away?"""

import copy
import gc
import operator
import sys

from forked import attempt, describe
from subject import HEAPTYPE, is_ready

ROUNDS = 200
UNARY = (repr, str, hash, len, iter, bool, abs, int, float, bytes, dir, operator.neg, operator.index, operator.invert)
BINARY = (
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.add, operator.sub, operator.mul, operator.matmul),
    *(operator.truediv, operator.floordiv, operator.mod, operator.and_, operator.or_, operator.xor, operator.lshift),
    *(operator.rshift, operator.contains, operator.getitem),
)
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
    for work in UNARY:
        found[f"{work.__name__}(one)"] = lambda work=work: work(one)
    for work in BINARY:
        found[f"{work.__name__}(one, one)"] = lambda work=work: work(one, one)
        found[f"{work.__name__}(one, 1)"] = lambda work=work: work(one, 1)
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
        try:
            work()
        except Exception as error:
            describe(error)


def _counts(types):
    return {label: sys.getrefcount(kind) for label, kind in types.items()}
