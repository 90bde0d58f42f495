"""Tells the types of one extension module from all others: syntax of Python 3.9, standard library only."""

import sys
import types

HEAPTYPE = 1 << 9
# Names of tp_name without a dot end up here.
NAMELESS = "builtins"


def alive():
    """Return every type there is, by id; the types are kept alive, so that ids stay unique."""
    seen = {}
    waiting = [object]
    while waiting:
        kind = waiting.pop()
        if id(kind) not in seen:
            seen[id(kind)] = kind
            waiting.extend(type.__subclasses__(kind))
    return seen


def own(module, before):
    """Return the types of *module* by id: those written in C that came with it and are nobody else's."""
    public = [id(value) for value in vars(module).values() if isinstance(value, type)]
    found = {}
    for key, kind in alive().items():
        if key not in before and not is_python_class(kind) and (key in public or not _is_foreign(kind, module)):
            found[key] = kind
    return {key: kind for key, kind in found.items() if not _is_of_library(kind)}


def is_python_class(kind):
    """Return whether a class statement made it, as far as that shows."""
    if not kind.__flags__ & HEAPTYPE:
        return False
    space = kind.__dict__
    if "__dict__" in space or "__slots__" in space or "__firstlineno__" in space:
        return True
    return any(isinstance(value, (types.FunctionType, classmethod, property)) for value in space.values())


def _is_of_library(kind):
    top = str(kind.__module__).partition(".")[0]
    return top != NAMELESS and top in getattr(sys, "stdlib_module_names", ())


def _is_foreign(kind, module):
    """Another module that was imported on the way brought it."""
    home = str(kind.__module__)
    same = home.partition(".")[0] == module.__name__.partition(".")[0]
    return not same and home != NAMELESS and home in sys.modules
