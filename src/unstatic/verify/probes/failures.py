"""First imports that fail half-way: the module must say so, and clean up what it had made so far."""

import builtins
import gc
import importlib.machinery
import importlib.util
import sys

from forked import attempt, describe
from statics import library

try:
    import _testcapi
except ImportError:
    _testcapi = None

MOST_ALLOCATIONS = 400


def no_memory(subject):
    """Let one allocation after the other fail during the import, each in a child; return how those ended."""
    if _testcapi is None or not hasattr(_testcapi, "set_nomemory"):
        return "this interpreter has no _testcapi"
    if not _can_load(subject):
        return "the module can't be loaded without its package"
    found = {}
    for number in range(0, MOST_ALLOCATIONS // (4 if subject.quick else 1)):
        ended = attempt(lambda number=number: _without_memory(subject, number))
        found[ended] = found.get(ended, 0) + 1
        if ended == "imports":
            break
    return found


def _can_load(subject):
    """Whether the library works by itself, and isn't there yet: a second import of an old module runs nothing."""
    return subject.name not in sys.modules and attempt(lambda: _load(subject)) == "ok"


def _load(subject):
    loader = importlib.machinery.ExtensionFileLoader(subject.name, library(subject.name))
    module = loader.create_module(importlib.util.spec_from_loader(subject.name, loader))
    loader.exec_module(module)
    return "ok"


def _without_memory(subject, number):
    """Only the module's own work is under test: what comes before has all the memory it wants."""
    loader = importlib.machinery.ExtensionFileLoader(subject.name, library(subject.name))
    spec = importlib.util.spec_from_loader(subject.name, loader)
    create, execute = loader.create_module, loader.exec_module
    # What `except` needs has to be there when memory isn't.
    result = "imports"
    _testcapi.set_nomemory(number, number + 1)
    try:
        module = create(spec)
        execute(module)
    except BaseException:
        result = "fails"
    _testcapi.remove_mem_hooks()
    gc.collect()
    return result


def failing_imports(subject):
    """Let each module that the import of this one asks for be missing, one after the other."""
    if not _can_load(subject):
        return "the module can't be loaded without its package"
    wanted = attempt(lambda: _asked_for(subject))
    names = wanted if isinstance(wanted, dict) else {}
    return {name: attempt(lambda name=name: _import_without(subject, name)) for name in names}


def _asked_for(subject):
    """Return the names of what the import asks for, in a table."""
    names = []
    original = builtins.__import__

    def listen(name, *rest, **named):
        names.append(name)
        return original(name, *rest, **named)

    before = set(sys.modules)
    builtins.__import__ = listen
    try:
        _load(subject)
    finally:
        builtins.__import__ = original
    own = subject.name.split(".")[0]
    asked = {name for name in [*names, *(set(sys.modules) - before)] if name.split(".")[0] != own}
    return dict.fromkeys(sorted(asked - {"sys", "builtins", "", "importlib"}), "")


def _import_without(subject, name):
    there = sys.modules.get(name)
    sys.modules[name] = None
    try:
        _load(subject)
    except ImportError as error:
        return "ImportError" if name in str(error) else describe(error)
    except Exception as error:
        return describe(error)
    finally:
        gc.collect()
        # The answer can't be written without some of them.
        sys.modules[name] = there
    return "imports"
