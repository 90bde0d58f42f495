"""Whether instances that contain themselves go without harm once the collector finds them (G140)."""

import gc
import operator

from forked import describe
from subject import is_ready

VALUES = 20
ROOM = 100
# Methods that keep one object, or one under a key: they wait for nothing, and don't iterate over what they're given.
METHODS = ("append", "add", "insert", "push", "appendleft", "set", "setdefault", "store")
ATTRIBUTES = ("getset_descriptor", "member_descriptor")


class Owner:
    """Holds an object in its `__dict__`."""

    def __init__(self, held):
        self.held = held


# What of an instance is put into it: itself, or a container of it that is younger.
KNOTS = {"itself": lambda one: one, "list": lambda one: [one], "dict": lambda one: {0: one}, "object": Owner}


def entangled(subject):
    """
    Put instances into themselves, directly and through containers, beside other values, and collect them.

    The collector empties the containers of what it found before deallocators run. What C code relies on must not be
    among them: a crash shows under the debug allocators, which overwrite what is freed.
    """
    module = subject.load()
    gc.disable()
    for tie in KNOTS.values():
        if not _tied(subject, module, tie):
            return "the exercise makes no instance"
        for _ in range(3):
            gc.collect()
    return "ok"


def _tied(subject, module, tie):
    """Make instances that contain themselves, let them go, and return how many there were."""
    instances = [one for one in subject.exercise(module) if is_ready(type(one))]
    # Those of an exercise may be full, or too small for more than one.
    for instance in [*instances, *_roomy({type(one) for one in instances})]:
        _fill(instance, tie(instance))
    for kind in {type(one) for one in instances}:
        _around(kind)
    return len(instances)


def _roomy(kinds):
    """Return an instance of each type that can be made with a number that would do as a size."""
    made = []
    for kind in kinds:
        try:
            made.append(kind(ROOM))
        except Exception as error:
            describe(error)
    return made


def _around(kind):
    """Make instances out of containers that they then are in: those are older than they are."""
    for arguments in (lambda box: (box,), lambda box: ("a", box), lambda box: (box, box)):
        box = [1, 2]
        try:
            box.append(kind(*arguments(box)))
        except Exception as error:
            describe(error)


def _fill(instance, knot):
    """Put values into an instance in each way that it allows, with the knot among them."""
    values = [f"{number}" * 5 for number in range(VALUES)]
    # The last ones stay where the first are pushed out.
    values[VALUES // 2] = values[-2] = knot
    for number, value in enumerate(values):
        for key in (number, f"key {number}"):
            _attempt(operator.setitem, instance, key, value)
        for name in METHODS:
            method = getattr(instance, name, None)
            _attempt(method, value)
            _attempt(method, f"{name} {number}", value)
    for name in _attributes(type(instance)):
        _attempt(setattr, instance, name, knot)
    _attempt(setattr, instance, "unstatic_knot", knot)


def _attributes(kind):
    found = {name for base in kind.__mro__ for name, value in vars(base).items() if type(value).__name__ in ATTRIBUTES}
    return sorted(found - {"__dict__", "__class__"})


def _attempt(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        describe(error)
