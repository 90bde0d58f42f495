"""Whether as many references are owned as are used, and how instances and modules end."""

import ast
import gc
import itertools
import sys
import types
import weakref

from behaviour import told
from forked import attempt, describe
from of_objects.lifetime import nesting
from subject import is_ready

HEAPTYPE, HAVE_GC = 1 << 9, 1 << 14
MOST_NAMES = 20
# An immortal object has a reference count that says nothing.
IMMORTAL = 2**30
ATOMS = (int, float, complex, str, bytes, bool, type(None), type(...), type(NotImplemented))


def references(subject):
    """
    Count the references to types, objects and instances of a module, and those that the collector finds.

    "missing" are those that it finds beyond those that are owned. "left" are those that are still owned, by nobody
    who can be found, when the module went. "unseen" and "doubled" count instances that visit their type never, or
    more often than once although they own one reference.
    """
    first = subject.load()
    subject.exercise(first)
    gc.collect()
    gc.disable()
    copy = subject.load_again()
    made = list(subject.exercise(copy))
    unseen, doubled = _visits(subject.types(copy, made), made)
    labels, values = _objects_of(subject, first, copy, made)
    made.clear()
    # What the exercise left behind may hold the module.
    gc.collect()
    before = _unexplained(labels, values)
    # Whatever leads to the module would keep it alive.
    free = [not _leads_to(values[index], copy) for index in range(len(values))]
    labels = list(itertools.compress(labels, free))
    values[:] = itertools.compress(values, free)
    module = weakref.ref(copy)
    del copy
    if module() is not None:
        gc.collect()
        gc.collect()
    missing = {label: -count for label, count in before.items() if count < 0}
    doubled = {label: count for label, count in doubled.items() if label in missing}
    missing = {label: count for label, count in missing.items() if label not in doubled}
    result = {"missing": missing, "left": {}, "unseen": unseen, "doubled": doubled}
    # With a reference missing, these may be gone.
    if module() is None and not missing:
        after = _unexplained(labels, values)
        result["left"] = {label: after[label] - before[label] for label in labels if after[label] > before[label]}
    return result


def _visits(kinds, made):
    unseen, doubled = {}, {}
    # Before 3.9 the type must not be visited.
    for label, kind in kinds.items() if sys.version_info >= (3, 9) else ():
        if kind.__flags__ & HEAPTYPE and kind.__flags__ & HAVE_GC:
            times = [sum(held is kind for held in gc.get_referents(one)) for one in made if type(one) is kind]
            if times.count(0):
                unseen[label] = times.count(0)
            elif any(number > 1 for number in times):
                doubled[label] = len(times)
    return unseen, doubled


def _objects_of(subject, first, copy, made):
    """Return labels and values of what is the copy's own: its types, objects in its namespace, and instances."""
    known = {id(value) for value in vars(first).values()}
    found = dict(subject.types(copy, made))
    for name, value in vars(copy).items():
        if not name.startswith("__") and id(value) not in known:
            found.setdefault(name, value)
    for index, instance in enumerate(made):
        found[f"{type(instance).__name__} {index}"] = instance
    known = {id(kind) for kind in subject.types(first).values()}
    own = [(label, value) for label, value in found.items() if _is_countable(value) and id(value) not in known]
    # A list is always known to the collector, a dictionary isn't.
    return [label for label, _ in own], [value for _, value in own]


def _is_countable(value):
    if not is_ready(value) or not is_ready(type(value)) or type(value) in ATOMS:
        return False
    return not isinstance(value, types.ModuleType) and sys.getrefcount(value) < IMMORTAL


def _unexplained(labels, values):
    """Return for each object how many of its references are held by none that the collector can find."""
    found = dict.fromkeys(map(id, values), 0)
    waiting = gc.get_objects()
    seen = set(map(id, waiting))
    index = 0
    while index < len(waiting):
        for one in gc.get_referents(waiting[index]):
            if id(one) in found:
                found[id(one)] += 1
            # A container of atoms isn't tracked, but may be what holds one of the objects.
            if id(one) not in seen and not isinstance(one, ATOMS):
                seen.add(id(one))
                waiting.append(one)
        index += 1
    waiting.clear()
    one = None
    return {label: sys.getrefcount(values[at]) - 1 - found[id(values[at])] for at, label in enumerate(labels)}


def _leads_to(value, module):
    seen = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if one is module:
            return True
        # What comes from elsewhere leads everywhere, but not here, by way of modules and their names.
        if id(one) in seen or (one is not value and isinstance(one, (types.ModuleType, *ATOMS))):
            continue
        seen.add(id(one))
        waiting.extend(gc.get_referents(one))
    return False


def endings(subject):
    """Let one instance of each type go under watch: do its contents go, and is a weak reference told before that?"""
    module = subject.load()
    try:
        made = list(subject.exercise(module))
    except Exception as error:
        describe(error)
        made = list(subject.instances(module))
    kinds = subject.types(module, made)
    found = {}
    for label, kind in kinds.items():
        index = next((index for index, one in enumerate(made) if type(one) is kind), None)
        if index is not None:
            found[label] = attempt(lambda index=index: _ending(subject, module, made, index))
            if isinstance(found[label], dict):
                found[label]["cycles left"] = attempt(lambda index=index: _cycles(made, index))
    return found


class _Witness:
    """Tells when it goes, and has everything collected then."""

    def __init__(self, name, events):
        self.name, self.events = name, events

    def __del__(self):
        gc.collect()
        self.events.append(self.name)


def _ending(subject, module, made, index):
    instance = made[index]
    # What another type can hold says nothing about this one, and more types are collected in a converted module.
    nest = subject.nest or nesting([instance])
    made.clear()
    events, placed = [], []
    for name in ["unstatic_witness", *_settable(instance)]:
        try:
            setattr(instance, name, _Witness(name, events))
        except Exception as error:
            del error
            continue
        placed += [name] if isinstance(getattr(instance, name, None), _Witness) else []
    if not placed and nest is not None:
        # Another one then, around the witness.
        instance = nest(module, _Witness("content", events))
        gc.collect()
        # Unless it was ignored.
        placed = [] if events else ["content"]
    events.clear()
    try:
        watch = weakref.ref(instance, lambda gone: events.append("weak reference, " + str(gone())))
    except TypeError:
        watch = None
    del instance
    gc.collect()
    told = [event for event in events if event.startswith("weak")]
    return {
        "left": " ".join(sorted(set(placed) - set(events))),
        "weak reference": "impossible" if watch is None else ", ".join(told) or "not told",
        "order": "contents first" if told and events[0] != told[0] else "as it should be",
    }


def _cycles(made, index):
    """Return the names of attributes through which an instance can hold itself for ever."""
    names = _settable(made[index])[:MOST_NAMES]
    return " ".join(name for name in names if attempt(lambda name=name: _cycle(made, index, name)) == "left")


def _cycle(made, index, name):
    instance = made[index]
    made.clear()
    try:
        # Unlike a list, a tuple can't be cleared: the instance itself has to let go.
        setattr(instance, name, (instance, _Witness(name, [])))
        is_kept = isinstance(getattr(instance, name), tuple)
    except Exception as error:
        return describe(error)
    del instance
    gc.collect()
    # Finalizers and weak references are told that it goes even when nothing can take it apart then.
    is_left = any(type(one) is _Witness for one in gc.get_objects())
    return "left" if is_kept and is_left else "gone"


def _settable(instance):
    names = []
    for kind in type(instance).__mro__:
        for name, member in kind.__dict__.items():
            if type(member).__name__ in ("getset_descriptor", "member_descriptor") and not name.startswith("__"):
                names.append(name)
    return names


def untouched(subject):
    """
    Return what functions of a copy say that are called without arguments, where a used first module changes that.

    Only the functions that the exercise calls so: others may do anything.
    """
    names = sorted(
        {
            node.func.attr
            for node in ast.walk(ast.parse(subject.source))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args + node.keywords
        }
    )
    alone = attempt(lambda: _answers(subject.load(), names))
    again = attempt(lambda: _answers(subject.load(), names))
    first = subject.load()
    _answers(first, names)
    subject.exercise(first)
    late = _answers(subject.load_again(), names)
    if not isinstance(alone, dict) or not isinstance(again, dict):
        return {}
    # What differs without any use has other reasons.
    steady = [name for name in alone if alone[name] == again.get(name)]
    return {name: f"{alone[name]} -> {late.get(name)}" for name in steady if alone[name] != late.get(name)}


def _answers(module, names):
    answers = {}
    for name in names:
        function = vars(module).get(name)
        if isinstance(function, types.BuiltinFunctionType):
            try:
                answers[name] = told(function())
            except Exception as error:
                answers[name] = type(error).__name__
    return answers
