"""Whether modules, types and instances come and go without leaving anything behind."""

import builtins
import gc
import importlib.util
import sys
import time
import weakref

from forked import describe
from of_objects.subclasses import BASETYPE, plain, stand_in
from subject import is_python_class, is_ready

HAVE_GC = 1 << 14
DEPTH = 5000
# Seconds for that: an instance that asks all it holds takes the longer the deeper it is; fewer levels say nothing.
NESTING, SHALLOW = 8, 100
INSTANCES = 10000
MODULES = 50
# One more than CPython has places for what `Py_AtExit` is told.
COPIES = 33
WINDOWS = 3
EXCEPTIONS = tuple(
    found for found in vars(builtins).values() if isinstance(found, type) and issubclass(found, BaseException)
)
# Below that nothing is said of a loop, and another one would only have less: a tenth to a third of the limits.
ENOUGH = {"blocks per import": 4, "resident KiB per import": 4}


def twice(subject):
    """Import two copies and use both: are their types distinct, do both work, in both orders, and one alone again?"""
    first = subject.load()
    first_instances = list(subject.exercise(first))
    second = subject.load_again()
    second_instances = list(subject.exercise(second))
    ours = subject.own_types(first, first_instances)
    theirs = subject.own_types(second, second_instances)
    subject.exercise(first)
    found = {
        "distinct module": first is not second,
        "distinct types": {label: kind is not theirs.get(label) for label, kind in ours.items()},
        "same labels": sorted(ours) == sorted(theirs),
    }
    del second, second_instances, theirs
    gc.collect()
    subject.exercise(first)
    return found


def freed(subject):
    """Import, use and drop copies: are module and types gone, and does a loop of it leave objects behind?"""
    first = subject.load()
    shared = subject.types(first, subject.exercise(first))
    left = _left(*_copy(subject, shared))
    for _ in range(3):
        _copy(subject, shared)
    # The interpreter's own caches fill up slowly, and the less evenly the shorter the loop; a leak stays the same.
    rounds, windows = (10, 2 * WINDOWS) if subject.quick else (MODULES, WINDOWS)
    least = _loop(subject, shared, rounds)
    for _ in range(windows - 1):
        if all(value <= ENOUGH.get(what, 0) for what, value in least.items()):
            break
        loop = _loop(subject, shared, rounds)
        least = {what: min(value, loop[what]) for what, value in least.items()}
    return {**left, "rounds": rounds, **least}


def _loop(subject, shared, rounds):
    before = _objects()
    for _ in range(rounds):
        _copy(subject, shared)
    after = _objects()
    return {
        "objects": after["objects"] - before["objects"],
        "modules": after["modules"] - before["modules"],
        "types": after["types"] - before["types"],
        "references": after["references"] - before["references"],
        "constants lost": before["constants"] - after["constants"],
        "blocks per import": round((after["blocks"] - before["blocks"]) / rounds, 2),
        "resident KiB per import": round((after["resident"] - before["resident"]) / rounds, 1),
    }


def stored(subject):
    """
    Keep instances in their module's namespace and on subclasses of their types, and drop all: is everything gone?

    Each instance that the collector knows is part of a cycle through its type then. Left out are those that lead to
    an instance which the collector doesn't know, of a type that holds no objects: nobody can see through that one.
    Once more, each is in a list that is garbage too: its type and its module are older, and cleared before it.
    """
    subject.load()
    gc.disable()
    found = [left for is_knotted in (False, True) if (left := _stored(subject, is_knotted)) is not None]
    if not found:
        return "no instance is known to the collector"
    return {
        "module freed": all(left["module freed"] for left in found),
        "types alive": sorted({label for left in found for label in left["types alive"]}),
        "lost": sorted({text for left in found for text in left["lost"]}),
    }


def _stored(subject, is_knotted):
    copy = subject.load_again()
    made = [one for one in subject.exercise(copy) if gc.is_tracked(one) and is_ready(type(one))]
    kinds = subject.types(copy, made).values()
    instances = [one for one in made if not _leads_to_a_leaf(one, kinds)]
    del made, kinds
    if not instances:
        return None
    types = {label: weakref.ref(kind) for label, kind in subject.own_types(copy, instances).items()}
    module = weakref.ref(copy)
    if is_knotted:
        knot = [instances, copy]
        knot.append(knot)
        del knot
    else:
        copy.unstatic_stored = instances
    del copy, instances
    return _left(module, types)


def _left(module, types):
    """Collect, and say what weak references still find: the module, and which of the types.

    "lost": what types were told that were asked for their module when they had none any more, and nobody waited for.
    """
    told = []
    hook, sys.unraisablehook = sys.unraisablehook, lambda one: told.append(str(one.exc_value))
    _collect()
    sys.unraisablehook = hook
    alive = sorted(label for label, reference in types.items() if reference() is not None)
    lost = sorted({text.split(":")[0] for text in told if text.startswith("PyType_GetModule")})
    return {"module freed": module() is None, "types alive": alive, "lost": lost}


def _leads_to_a_leaf(instance, kinds):
    seen = set()
    waiting = [instance]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or issubclass(type(one), (type, type(sys))):
            continue
        seen.add(id(one))
        if any(type(one) is kind for kind in kinds) and not type(one).__flags__ & HAVE_GC:
            return True
        waiting.extend(gc.get_referents(one))
    return False


def stored_subclassed(subject):
    """
    The same with instances of Python subclasses, each in a cycle with its class too.

    A collection takes them all at once then, in its own order: the class may lose its bases before its instance goes.
    Which subclasses stay alive without the module's part in it says what the original can't free either: an instance
    that holds another one behind a buffer, say, which no collector sees.
    """
    subject.load()
    gc.disable()
    copy = subject.load_again()
    kept = subject.exercise(copy)
    kinds = subject.types(copy, kept)
    alone = [weakref.ref(kind) for kind in {type(one) for one in _in_cycles(subject, copy, kinds)}]
    _collect()
    instances = _in_cycles(subject, copy, kinds)
    if not instances:
        known = any(kind.__flags__ & BASETYPE for kind in kinds.values())
        return "the exercise makes no instance of a subclass" if known else "no type can be subclassed"
    alive = sorted(reference().__name__ for reference in alone if reference() is not None)
    types = {label: weakref.ref(kind) for label, kind in subject.own_types(copy, kept).items()}
    reference = weakref.ref(copy)
    copy.unstatic_stored = instances
    del copy, instances, kept, kinds
    return {**_left(reference, types), "subclasses alive": alive}


def _in_cycles(subject, copy, kinds):
    """Return instances of new Python subclasses, each in a cycle with its class and with itself."""
    module, derived = stand_in(copy, kinds, plain)
    try:
        made = subject.exercise(module)
    except Exception as error:
        # Some exercises want the very types of the module.
        describe(error)
        made = subject.exercise(copy)
    instances = [one for one in made if any(type(one) is kind for kind in derived) or is_python_class(type(one))]
    instances = [one for one in instances if not _leads_to_a_leaf(one, kinds.values())]
    for instance in instances:
        _leave_in_class(instance)
        _leave_in_itself(instance)
    return instances


def not_executed(subject):
    """Make the module without executing it, collect, and drop it: its state isn't there or empty."""
    subject.load()
    spec = importlib.util.find_spec(subject.name)
    module = spec.loader.create_module(spec)
    _collect()
    del module
    _collect()
    return "ok"


def afterlife(subject):
    """Use instances when nothing else refers to their module, and let them go last."""
    subject.load()
    copy = subject.load_again()
    instances = list(subject.exercise(copy))
    if not instances:
        return "the exercise makes no instance"
    del copy
    _collect()
    for index in range(len(instances)):
        if is_ready(type(instances[index])):
            touch(instances[index])
    while instances:
        instances.pop()
        _collect()
    return "ok"


def touch(instance):
    """Do with it what any program may do with any object."""
    for work in (repr, hash, len, iter, bool, sys.getsizeof, lambda one: one == one, lambda one: one + one, dir):
        try:
            work(instance)
        except Exception as error:
            describe(error)


def chain(subject):
    """Nest instances thousands deep, and let the outermost go: does each type get its references back once?"""
    module = subject.load()
    instances = list(subject.exercise(module))
    types = subject.types(module, instances)
    nest = subject.nest or nesting(instances)
    if nest is None:
        return "no instance can hold another one"
    for _ in range(2):
        _nest(module, nest, 10, NESTING)
    start = _counts(types)
    depth = _nest(module, nest, DEPTH, NESTING / 4 if subject.quick else NESTING)
    end = _counts(types)
    if depth < SHALLOW:
        return f"instances can't be nested deep in a few seconds: {depth} levels"
    return {"depth": depth, "growth": {label: end[label] - start[label] for label in types}}


def _nest(module, nest, most, seconds):
    """Return how deep instances were nested, which are gone again: to *most*, or as deep as the *seconds* allow."""
    inner, depth = None, 0
    deadline = time.monotonic() + seconds
    while depth < most and time.monotonic() < deadline:
        inner = nest(module, inner)
        depth += 1
    del inner
    _collect()
    return depth


def nesting(instances):
    """Return a function that puts one instance into a new one of its type, if one of the usual ways works."""
    for instance in instances:
        kind = type(instance)
        for way in (lambda inner, kind=kind: kind(inner), lambda inner, kind=kind: kind([inner])):
            try:
                outer = way(way(None))
            except Exception as error:
                describe(error)
                continue
            if type(outer) is kind and kind.__flags__ & HAVE_GC and gc.get_referents(outer) != [kind]:
                return lambda module, inner, way=way: way(inner)
    return None


def _copy(subject, shared):
    """Return weak references to a used second copy and to those of its types that it does not share with the first."""
    copy = subject.load_again()
    types = subject.types(copy, subject.exercise(copy))
    known = [id(kind) for kind in shared.values()]
    own = {label: weakref.ref(kind) for label, kind in types.items() if id(kind) not in known}
    return weakref.ref(copy), own


def _objects():
    _collect()
    objects = gc.get_objects()
    # Only a debug build counts all references.
    references = sys.gettotalrefcount() if hasattr(sys, "gettotalrefcount") else 0
    return {
        "objects": len(objects),
        "modules": sum(type(found) is type(sys) for found in objects),
        "types": sum(issubclass(type(found), type) for found in objects),
        "references": references,
        # None is in too much else to be counted. From 3.12 on nothing of this is.
        "constants": sum(map(sys.getrefcount, (True, False, Ellipsis, NotImplemented, *EXCEPTIONS))),
        "blocks": sys.getallocatedblocks(),
        "resident": _resident(),
    }


def _resident():
    """Return the KiB of anonymous memory: statm counts pages of files too, and since Linux 6.2 only roughly."""
    try:
        with open("/proc/self/smaps_rollup") as stream:
            return sum(int(line.split()[1]) for line in stream if line.startswith("Anonymous:"))
    except OSError:
        return 0


def _collect():
    for _ in range(3):
        gc.collect()


def refcounts(subject):
    """Make thousands of instances: does the reference count of any type, or the number of memory blocks, grow?"""
    module = subject.load()
    types = subject.types(module, subject.exercise(module))
    subject.instances(module)
    held = _held(subject, module, types)
    _make(subject, module, 50, 1)
    start = _counts(types)
    blocks = sys.getallocatedblocks()
    made, calls = _make(subject, module, INSTANCES, 0.5 if subject.quick else 4)
    _collect()
    blocks = sys.getallocatedblocks() - blocks
    end = _counts(types)
    return {
        "made": made,
        "growth": {label: end[label] - start[label] for label in types},
        "blocks per call": round(blocks / calls, 2),
        "held": held,
    }


def _held(subject, module, types):
    """Return the labels of types whose new instance, with all others gone, has a reference that nobody shows."""
    held = []
    for label, kind in types.items():
        one = next((made for made in subject.instances(module) if type(made) is kind), None)
        _collect()
        # Until 3.10, this frame is among them.
        holders = [holder for holder in gc.get_referrers(one) if holder is not sys._getframe()]
        # In the variable, and as the argument.
        if one is not None and sys.getrefcount(one) > 2 + _references(holders, one):
            held.append(label)
    return held


def _references(holders, one):
    """Return how many references to an object the holders have; a comprehension would be one more of them."""
    count = 0
    for holder in holders:
        for other in gc.get_referents(holder):
            count += other is one
    return count


def _make(subject, module, wanted, seconds):
    made = calls = 0
    deadline = time.monotonic() + seconds
    while made < wanted and (calls < 20 or time.monotonic() < deadline):
        # An exercise without instances still counts as a use of the module.
        made += max(1, len(subject.instances(module)))
        calls += 1
    return made, calls


def _counts(types):
    _collect()
    return {label: sys.getrefcount(kind) for label, kind in types.items()}


def leftovers(subject):
    """Leave instances in cycles with their types and the module, for the interpreter's shutdown to find.

    More modules were made by then: a hook that the initialisation adds must still run once (G319).
    """
    module = subject.load()
    instances = list(subject.exercise(module))
    sys.unstatic_copies = list(_copies(subject))
    types = subject.types(module, instances)
    cycle = [module, instances, types]
    cycle.append(cycle)
    module.unstatic_leftover = cycle
    sys.unstatic_leftover = cycle
    for instance in instances:
        if is_ready(type(instance)):
            _leave_in_class(instance)
            _leave_in_itself(instance)
    return "ok"


def _copies(subject):
    for _ in range(COPIES):
        try:
            yield subject.load_again()
        except ImportError:
            # It refuses to be loaded again, which other probes judge.
            return


def _leave_in_class(instance):
    """A cycle through the class, as far as it can be written to: that of a Python subclass can."""
    try:
        type(instance).unstatic_leftover = instance
    except Exception as error:
        describe(error)


def _leave_in_itself(instance):
    try:
        instance.unstatic_leftover = instance
    except Exception as error:
        describe(error)
