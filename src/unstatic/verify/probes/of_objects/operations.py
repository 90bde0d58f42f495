"""What any program may do with any object, again and again: are references to types left behind, or given away?"""

import copy
import gc
import operator
import sys
import time

from behaviour import BINARY, UNARY
from forked import attempt
from subject import HEAPTYPE, is_ready

ROUNDS = 200
# A call, again and again, may do anything; the others are harmless.
ALONE = {**UNARY, "bytes": bytes, "dir": dir}
del ALONE["call"]
PAIRS = {**BINARY, "!=": operator.ne, "<=": operator.le, "[]": operator.getitem}
READ = ("getset_descriptor", "member_descriptor")
# Seconds: what takes longer to fail isn't tried again and again.
QUICK = 0.01
# Among the labels of types: whether memory is left behind.
MEMORY = "memory left"


class Failing:
    """Fails whatever is asked of it."""

    def _fail(self, *_arguments):
        raise ArithmeticError("nothing can be asked of it")

    __bool__ = __bytes__ = __call__ = __eq__ = __float__ = __fspath__ = __getattr__ = __getitem__ = __hash__ = _fail
    __index__ = __int__ = __iter__ = __len__ = __next__ = __str__ = _fail


FAILING = Failing()
ARGUMENTS = {
    **{"": (), "1": (1,), "'a'": ("a",), "None": (None,), "failing": (FAILING,)},
    **{"1, failing": (1, FAILING), "'a', failing": ("a", FAILING), "failing, 1": (FAILING, 1)},
    **{"failing, failing": (FAILING,) * 2, "*3 * [failing]": (FAILING,) * 3, "*9 * [None]": (None,) * 9},
}


def operations(subject):
    """
    Return for each type, by what is done with its instance, how many references to the module's types that leaves.

    A negative number is more dangerous: something else owned those references. The table of what is lost has the calls
    that leave memory behind with each round, which is all that shows of instances of a static type.
    """
    module = subject.load()
    instances = [one for one in subject.exercise(module) if is_ready(type(one))]
    types = subject.types(module, instances)
    # What is given away must not free the types before that can be told.
    held = list(types.values()) * (100 * ROUNDS)
    found = {}
    for label, kind in types.items():
        one = next((made for made in instances if type(made) is kind), None)
        ways = {**_failing(kind), **(_ways(kind, one) if one is not None else {})}
        # All in one child, unless that crashes.
        growth = attempt(lambda ways=ways: {name: _growth(types, work) for name, work in ways.items()})
        if not isinstance(growth, dict):
            growth = {name: attempt(lambda work=work: _growth(types, work)) for name, work in ways.items()}
        lost = [name for name, value in growth.items() if isinstance(value, dict) and value.pop(MEMORY, False)]
        told = {name: value for name, value in growth.items() if value != {}}
        found[label] = {"heap": bool(kind.__flags__ & HEAPTYPE), "left": told, "lost": lost}
    del held
    return found


def _failing(kind):
    """Return calls of the type with arguments that it may not want; one that gives an instance isn't repeated."""
    found = {
        f"T({text})": lambda arguments=arguments: _raises(lambda: kind(*arguments))
        for text, arguments in ARGUMENTS.items()
    }
    found["T(unknown=1)"] = lambda: _raises(lambda: kind(unknown=1))
    return found


class Done(Exception):
    """There is nothing to repeat."""


def _raises(work):
    start = time.monotonic()
    try:
        work()
    except Exception:
        if time.monotonic() - start < QUICK:
            raise
    raise Done


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
    if not _repeat(work, 3):
        return {}
    before, blocks = _counts(types), sys.getallocatedblocks()
    _repeat(work, ROUNDS)
    if _differences(types, before):
        # What is only in cycles isn't left.
        gc.collect()
    found = _differences(types, before)
    return {**found, MEMORY: True} if sys.getallocatedblocks() - blocks >= ROUNDS else found


def _differences(types, before):
    after = _counts(types)
    return {label: after[label] - before[label] for label in types if abs(after[label] - before[label]) >= ROUNDS}


def _repeat(work, rounds):
    """Do *work* as often; tell whether there is anything to repeat."""
    for _ in range(rounds):
        try:
            work()
        except Done:
            return False
        except Exception:
            continue
    return True


def _counts(types):
    return {label: sys.getrefcount(kind) for label, kind in types.items()}
