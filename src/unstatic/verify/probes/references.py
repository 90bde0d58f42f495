"""Whether as many references are owned as are used, and how instances and modules end."""

import ast
import gc
import itertools
import sys
import types
import weakref

from behaviour import told
from forked import attempt
from lifetime import nesting
from subject import is_ready

# An immortal object has a reference count that says nothing.
IMMORTAL = 2**30
ATOMS = (int, float, complex, str, bytes, bool, type(None), type(...), type(NotImplemented))


def references(subject):
    """
    Count the references to types, objects and instances of a module, and those that the collector finds.

    "missing" are those that it finds beyond those that are owned. "left" are those that are still owned, by nobody
    who can be found, when the module went.
    """
    first = subject.load()
    subject.exercise(first)
    gc.collect()
    gc.disable()
    copy = subject.load_again()
    made = list(subject.exercise(copy))
    labels, values = _objects_of(subject, first, copy, made)
    made.clear()
    # What the exercise left behind may hold the module.
    gc.collect()
    before = dict(zip(labels, _unexplained(values)))
    # Whatever leads to the module would keep it alive.
    free = [not _leads_to(values[index], copy) for index in range(len(values))]
    labels = [label for label, is_free in zip(labels, free) if is_free]
    values[:] = itertools.compress(values, free)
    module = weakref.ref(copy)
    del copy
    if module() is not None:
        gc.collect()
        gc.collect()
    result = {"missing": {label: -count for label, count in before.items() if count < 0}, "left": {}}
    # With a reference missing, these may be gone.
    if module() is None and not result["missing"]:
        after = dict(zip(labels, _unexplained(values)))
        result["left"] = {label: after[label] - before[label] for label in labels if after[label] > before[label]}
    return result


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


def _unexplained(values):
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
    return [sys.getrefcount(values[index]) - 1 - found[id(values[index])] for index in range(len(values))]


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
    made = list(subject.exercise(module))
    kinds = subject.types(module, made)
    found = {}
    for label, kind in kinds.items():
        index = next((index for index, one in enumerate(made) if type(one) is kind), None)
        if index is not None:
            found[label] = attempt(lambda index=index: _ending(subject, module, made, index))
    return found


class _Witness:
    """Tells when it goes, and has everything collected then."""

    def __init__(self, name, events):
        self.name, self.events = name, events

    def __del__(self):
        gc.collect()
        self.events.append(self.name)


def _ending(subject, module, made, index):
    nest = subject.nest or nesting(made)
    instance = made[index]
    made.clear()
    events, placed = [], []
    for name in _settable(instance):
        try:
            setattr(instance, name, _Witness(name, events))
        except Exception as error:
            del error
            continue
        placed += [name] if isinstance(getattr(instance, name, None), _Witness) else []
    if not placed and nest is not None:
        # Another one then, around the witness.
        instance, placed = nest(module, _Witness("content", events)), ["content"]
    events.clear()
    try:
        watch = weakref.ref(instance, lambda gone: events.append("weak reference, " + str(gone())))
    except TypeError:
        watch = None
    del instance
    gc.collect()
    told = [event for event in events if event.startswith("weak")]
    return {
        "gone": ", ".join(sorted(set(events) & set(placed))),
        "left": ", ".join(sorted(set(placed) - set(events))),
        "weak reference": "none" if watch is None else ", ".join(told) or "not told",
        "order": "contents first" if told and events[0] != told[0] else "as it should be",
    }


def _settable(instance):
    names = ["unstatic_witness"]
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
