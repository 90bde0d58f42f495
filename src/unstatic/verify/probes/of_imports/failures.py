"""First imports that fail half-way: the module must say so, and clean up what it had made so far."""

import builtins
import gc
import importlib
import importlib.machinery
import importlib.util
import resource
import sys
import time
import types

from forked import attempt, describe
from statics import library

try:
    import _testcapi
except ImportError:
    _testcapi = None

MOST_STEPS = 400
# Nothing that a module does at import needs more.
MOST_ALLOCATIONS = 2**22
# Nothing goes on after so many that failed.
MOST_IN_A_ROW = 100
# A lock that a failed import left locked hangs each of its retries.
MOST_HANGS = 2
# One in so many looks through all objects, of which it may have released too many references.
UNLIKE = 4
PATIENCE = 10
# Of the processor: for one exercise, and for all tries.
MOST_SECONDS = 0.05
MOST_SPENT = 4
# What most programs have imported already: only what a module brings along beyond these is tried.
FAMILIAR = ("ast", "contextlib", "copy", "inspect", "pathlib", "pickle", "subprocess", "sysconfig", "threading")
GOLDEN = 0.6180339887


def no_memory(subject):
    """
    Let one allocation after the other fail during the import, each in a child that imports it again afterwards.

    Other modules that it imports are there already: what becomes of theirs is not its doing. CPython 3.12's own
    `_datetime` crashes when it is imported again after it ran out of memory.

    Returns how many allocations an import makes, how many of them were tried, and how the failing imports and the
    clean ones after them ended.
    """
    if _testcapi is None or not hasattr(_testcapi, "set_nomemory"):
        return "this interpreter has no _testcapi"
    if not _can_load(subject):
        return "the module can't be loaded without its package"
    _import_others(subject)
    gc.collect()
    # What is here already isn't the module's: to look through it is most of what a failing import costs.
    gc.freeze()
    total, is_quick = _allocations(subject), _is_quick(subject)
    found = {"allocations": total, "tried": 0, "ends": {}, "again": {}}
    deadline = time.monotonic() + subject.timeout / 3
    enough = _spent() + MOST_SPENT / (4 if subject.quick else 1)
    hangs = 0
    for number in _steps(total, MOST_STEPS // (4 if subject.quick else 1)):
        if hangs == MOST_HANGS or time.monotonic() > deadline or _spent() > enough:
            break
        ended, again = _outcome(lambda number=number: _without_memory(subject, number, is_quick))
        if again not in ("", "ok"):
            # What comes twice is no accident of a busy machine.
            again = _outcome(lambda number=number: _without_memory(subject, number, is_quick))[1] or "ok"
        found["tried"] += 1
        _count(found["ends"], ended)
        if again:
            _count(found["again"], again)
            hangs += again.startswith("timeout")
    return found


def _spent():
    """Return the processor's seconds of all children so far: a busy machine must not make this try less."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _steps(total, most):
    """Return what to try: both ends, where a module does its own work, and others; mixed, as time may be short."""
    part = min(total, most // 4)
    wanted = {*range(part), *range(total - part, total), *sorted(range(total), key=_mixed)[: most - 2 * part]}
    return sorted(wanted, key=_mixed)


def _mixed(number):
    return number * GOLDEN % 1


def _count(table, key):
    table[key] = table.get(key, 0) + 1


def _outcome(fail):
    """Return how a failing import ended, and how the next one did, which is nothing if none was tried."""
    ended = attempt(lambda: _again(fail()), PATIENCE)
    if isinstance(ended, dict):
        return ended["ends"], ended["again"]
    # It didn't live to tell: in which of the two?
    first = attempt(lambda: fail()[0], PATIENCE)
    return (first, "") if first == ended else (first, ended)


def _again(failed):
    ended, retry = failed
    return {"ends": ended, "again": "" if ended == "imports" else retry()}


def _import_others(subject):
    """Import what the module imports, but for its own package: all children of this process have that."""
    asked = attempt(lambda: _asked_for(subject))
    for name in asked if isinstance(asked, dict) else ():
        try:
            importlib.import_module(name)
        except BaseException:
            # It is missing for the module as well, which may do without.
            continue


def _allocations(subject):
    """Return how many allocations an import makes: the first number of them that is enough for it."""
    enough = 16
    while enough < MOST_ALLOCATIONS and not _is_enough(subject, enough):
        enough *= 2
    low = enough // 2
    while enough - low > 1:
        middle = (low + enough) // 2
        low, enough = (low, middle) if _is_enough(subject, middle) else (middle, enough)
    return enough


def _is_enough(subject, number):
    # Without any memory from here on, the interpreter itself may turn in circles for seconds.
    return attempt(lambda: _import_with(subject, number, number + MOST_IN_A_ROW), PATIENCE) == "imports"


def _can_load(subject):
    """Whether the library works by itself, and isn't there yet: a second import of an old module runs nothing."""
    return subject.name not in sys.modules and attempt(lambda: _load(subject)) == "ok"


def _load(subject):
    _load_module(subject)
    return "ok"


def _load_module(subject, lent=None):
    loader = importlib.machinery.ExtensionFileLoader(subject.name, library(subject.name))
    return _execute(loader, importlib.util.spec_from_loader(subject.name, loader), sys.modules, lent)


def _owned(lent):
    """Return how many references to a module there are beside those of the objects that the collector sees."""
    return sys.getrefcount(lent[0]) - len(gc.get_referrers(lent[0]))


def _execute(loader, spec, modules, lent=None):
    """
    Do what importing does: modules that this one imports may import it back.

    A module that is there before it's executed joins those that are *lent*, twice: it isn't freed then by one that
    releases what it doesn't own.
    """
    module = loader.create_module(spec)
    modules[spec.name] = module
    if lent is not None:
        lent += (module, module)
    try:
        loader.exec_module(module)
    except BaseException:
        modules.pop(spec.name, None)
        raise
    return module


def _is_quick(subject):
    """Whether the exercise is short enough for hundreds of times."""

    def measure():
        module = _load_module(subject)
        start = time.process_time()
        subject.exercise(module)
        return "quick" if time.process_time() - start < MOST_SECONDS else "slow"

    return attempt(measure) == "quick"


def _without_memory(subject, number, is_quick):
    ended = _import_with(subject, number, number + 1)
    use = subject.exercise if is_quick else id
    return ended, lambda: _retried(lambda: use(_load_module(subject)))


def _import_with(subject, first, last):
    """Only the module's own work is under test: what comes before has all the memory it wants."""
    loader = importlib.machinery.ExtensionFileLoader(subject.name, library(subject.name))
    spec = importlib.util.spec_from_loader(subject.name, loader)
    # What is called, and what `except` needs, has to be there when memory isn't.
    execute, modules = _execute, sys.modules
    result = "imports"
    _testcapi.set_nomemory(first, last)
    try:
        execute(loader, spec, modules)
    except BaseException:
        result = "fails"
    _testcapi.remove_mem_hooks()
    if first % UNLIKE == 0:
        gc.unfreeze()
    gc.collect()
    return result


def _retried(work):
    """Import it once more, with nothing in its way: what the failed import left behind must not matter."""
    try:
        work()
    except BaseException as error:
        return describe(error)
    gc.collect()
    return "ok"


def failing_imports(subject):
    """Let each module that the import of this one asks for be missing, one after the other, and import it again."""
    if not _can_load(subject):
        return "the module can't be loaded without its package"
    for name in FAMILIAR:
        importlib.import_module(name)
    wanted = attempt(lambda: _asked_for(subject))
    names = wanted if isinstance(wanted, dict) else {}
    found = {"ends": {}, "again": {}}
    for name in names:
        found["ends"][name], again = _outcome(lambda name=name: _import_without(subject, name))
        if again:
            found["again"][name] = again
        if sum(end.startswith("timeout") for end in found["again"].values()) == MOST_HANGS:
            break
    return found


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
    ended = "imports"
    lent = []
    try:
        _load_module(subject, lent)
    except ImportError as error:
        ended = "ImportError" if name in str(error) else describe(error)
    except Exception as error:
        ended = describe(error)
    finally:
        gc.collect()
        if lent and _owned(lent) < _owned([types.ModuleType("lent")] * 2):
            ended = "released: the module, which it is lent"
        # The answer can't be written without some of them.
        del sys.modules[name]
        if there is not None:
            sys.modules[name] = there
    return ended, lambda: _retried(lambda: subject.exercise(_load_module(subject)))
