"""Imports that fail half-way: the module must say so, and clean up what it had made so far."""

import builtins
import gc
import importlib
import importlib.util
import sys

from forked import attempt, describe

try:
    import _testcapi
except ImportError:
    _testcapi = None

MOST_ALLOCATIONS = 400
# Tries in one child: a crash costs a child, not the rest of the tries.
AT_ONCE = 20


def no_memory(subject):
    """Let one allocation after the other fail during the import; returns how each of the tries ended."""
    if _testcapi is None or not hasattr(_testcapi, "set_nomemory"):
        return "this interpreter has no _testcapi"
    subject.load()
    subject.load_again()
    found = {}
    for first in range(0, MOST_ALLOCATIONS // (4 if subject.quick else 1), AT_ONCE):
        numbers = range(first, first + AT_ONCE)
        ended = attempt(lambda numbers=numbers: _without(subject, numbers))
        found[str(first)] = ended
        if ended == "imports":
            break
    return found


def _without(subject, numbers):
    ends = {_one_without(subject, number) for number in numbers}
    gc.collect()
    return "imports" if ends == {"imports"} else "fails as it should"


def _one_without(subject, number):
    """Only the module's own work is under test: its spec is found before, and then made into a module."""
    spec = importlib.util.find_spec(subject.name)
    create, execute = spec.loader.create_module, spec.loader.exec_module
    # What `except` needs has to be there when memory isn't.
    result = "imports"
    _testcapi.set_nomemory(number, number + 1)
    try:
        module = create(spec)
        execute(module)
    except BaseException:
        result = "fails"
    _testcapi.remove_mem_hooks()
    return result


def failing_imports(subject):
    """Let each module that the import of this one asks for be missing, one after the other."""
    subject.load()
    wanted = _asked_for(subject)
    return {name: attempt(lambda name=name: _import_without(subject, name)) for name in wanted}


def _asked_for(subject):
    names = []
    original = builtins.__import__

    def listen(name, *rest, **named):
        names.append(name)
        return original(name, *rest, **named)

    before = set(sys.modules)
    builtins.__import__ = listen
    try:
        subject.load_again()
    finally:
        builtins.__import__ = original
    own = subject.name.split(".")[0]
    asked = {name for name in [*names, *(set(sys.modules) - before)] if name.split(".")[0] != own}
    return sorted(asked - {"sys", "builtins", "", "importlib"})


def _import_without(subject, name):
    sys.modules[name] = None
    try:
        subject.load_again()
    except ImportError as error:
        return "ImportError" if name in str(error) else describe(error)
    except Exception as error:
        return describe(error)
    finally:
        gc.collect()
    return "imports"
