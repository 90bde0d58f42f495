"""The exercise with Python subclasses in the place of the module's types: `Py_TYPE(self)` isn't the C type then."""

import gc
import os
import types

from behaviour import behaviour
from forked import describe

BASETYPE = 1 << 10


class Mixin:
    """Comes before the C type in the method resolution order, and has no module of C."""


def subclassed(subject):
    """Return how the exercise ends with each kind of subclass, and what its instances of subclasses do."""
    module = subject.load()
    kinds = subject.types(module, subject.exercise(module))
    result = {}
    for name, derive in KINDS.items():
        namesake, derived = stand_in(module, kinds, derive)
        if not derived:
            return "no type can be subclassed"
        try:
            instances = subject.exercise(namesake)
        except Exception as error:
            result[name] = describe(error)
            continue
        result[name] = "ok"
        if name == FINALISED:
            del instances
            result[name] = _left_open(subject, namesake)
            continue
        if name == "plain":
            samples = {type(one).__name__: one for one in instances if type(one) in derived}
            result["behaviour"] = {label: behaviour(one) for label, one in sorted(samples.items())}
    return result


def plain(kind):
    return type(kind.__name__, (kind,), {"__module__": kind.__module__})


def _deep(kind):
    return plain(plain(plain(kind)))


def _mixed(kind):
    return type(kind.__name__, (Mixin, kind), {"__module__": kind.__module__})


def _finalised(kind):
    """Return a subclass with a finaliser, which takes the place of one of its base (G487)."""
    return type(kind.__name__, (kind,), {"__module__": kind.__module__, "__del__": lambda self: None})


FINALISED = "with a finaliser"
KINDS = {"plain": plain, "two levels more": _deep, "behind a mixin": _mixed, FINALISED: _finalised}
OPEN_FILES = "/proc/self/fd"


def _left_open(subject, namesake):
    """Tell whether instances that are gone leave files open, where the system tells which are."""
    if not os.path.isdir(OPEN_FILES):
        return "ok"
    # What the first exercise has opened may stay open.
    gc.collect()
    before = len(os.listdir(OPEN_FILES))
    try:
        subject.exercise(namesake)
    except Exception as error:
        return describe(error)
    gc.collect()
    return "files left open" if len(os.listdir(OPEN_FILES)) > before else "ok"


def stand_in(module, known, derive):
    """Return a module that has subclasses for types, and those. Exceptions stay: they are raised from C."""
    stand_in = types.ModuleType(module.__name__)
    stand_in.__dict__.update(vars(module))
    derived = []
    for name, value in list(vars(module).items()):
        if not any(value is kind for kind in known.values()) or issubclass(value, BaseException):
            continue
        if value.__flags__ & BASETYPE:
            subclass = derive(value)
            derived.append(subclass)
            setattr(stand_in, name, subclass)
    return stand_in, derived
