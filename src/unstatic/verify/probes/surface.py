"""What a Python programmer can see of a module and its types."""

import copy
import inspect
import pickle
import sys
import weakref

try:
    import ctypes
except ImportError:
    ctypes = None

from attempts import kind_attempts
from behaviour import behaviour, memberships
from forked import attempt, blot
from subject import IS_FREE_THREADED, is_ready

FLAGS = {
    2: "INLINE_VALUES",
    3: "MANAGED_WEAKREF",
    4: "MANAGED_DICT",
    5: "SEQUENCE",
    6: "MAPPING",
    7: "DISALLOW_INSTANTIATION",
    8: "IMMUTABLETYPE",
    9: "HEAPTYPE",
    10: "BASETYPE",
    11: "HAVE_VECTORCALL",
    14: "HAVE_GC",
    17: "METHOD_DESCRIPTOR",
    20: "IS_ABSTRACT",
    22: "MATCH_SELF",
    23: "ITEMS_AT_END",
}
# copyreg keeps it in any type that lets it.
CACHES = ("__slotnames__",)
PLAIN = (int, float, str, bytes, tuple, bool, type(None))
MOST_ALIKE = 8
# What a class has that says nothing but who it is.
BARE = frozenset(("__module__", "__doc__", "__qualname__", "__weakref__", "__dict__", "__firstlineno__", *CACHES))
# Bits 7 and 8 got their meaning in 3.10.
FIRST_FLAG = 2 if sys.version_info >= (3, 10) else 9


def surface(subject):
    """Return names, functions, types, and what can be done with one instance of each type."""
    module = subject.load()
    # An exercise that fails may also crash.
    ended = attempt(lambda: _exercise(subject, module))
    instances = [] if ended != "ok" else list(subject.exercise(module))
    if ended != "ok" and attempt(lambda: _instances(subject, module)) == "ok":
        instances = list(subject.instances(module))
    types = subject.types(module, instances)
    tried = _unlike(types)
    samples = {}
    for label, kind in tried.items():
        sample = next((instance for instance in instances if type(instance) is kind), None)
        if sample is not None:
            samples[label] = sample
    return {
        "exercise": ended,
        "doc": module.__doc__,
        "all types are ready": all(is_ready(type(instance)) for instance in instances),
        "names": _names(module),
        "types": {label: _describe(kind) for label, kind in types.items()},
        "attempts": {label: kind_attempts(kind) for label, kind in tried.items()},
        "instances": {label: _instance(sample, subject.quick) for label, sample in samples.items()},
        "behaviour": {label: behaviour(sample) for label, sample in samples.items() if is_ready(type(sample))},
    }


def _unlike(types):
    """Leave out most of many classes that add nothing to equal bases, as a library's exceptions do.

    What can be done to one of them can be done to all, and a hundred children for each take minutes. The same are left
    out of the original and of the migrated module: nothing counts that a heap type has and a static type hasn't.
    """
    alike = {}
    for label, kind in types.items():
        if all(name in BARE or isinstance(value, PLAIN) for name, value in kind.__dict__.items()):
            alike.setdefault(kind.__bases__, []).append(label)
    left_out = {label for labels in alike.values() for label in labels[MOST_ALIKE:]}
    return {label: kind for label, kind in types.items() if label not in left_out}


def _exercise(subject, module):
    subject.exercise(module)


def _instances(subject, module):
    subject.instances(module)


def _names(module):
    result = {}
    for name, value in vars(module).items():
        if name.startswith("__"):
            continue
        if isinstance(value, PLAIN):
            result[name] = blot(repr(value))
        else:
            result[name] = _member(value)
    return result


def _describe(kind):
    return {
        "name": kind.__name__,
        "module": str(getattr(kind, "__module__", "missing")),
        "getmodule": _name_of(inspect.getmodule(kind)),
        "repr": repr(kind),
        "doc": _text(_none_if_empty(kind.__doc__)),
        "signature": _text(kind.__text_signature__),
        "flags": sorted(flag for bit, flag in FLAGS.items() if bit >= FIRST_FLAG and kind.__flags__ >> bit & 1),
        "subclass bits": kind.__flags__ >> 24,
        "basicsize": kind.__basicsize__,
        "itemsize": kind.__itemsize__,
        "dictoffset": kind.__dictoffset__,
        "weakrefoffset": kind.__weakrefoffset__,
        "vectorcalloffset": _vectorcall_offset(kind),
        "mro": [base.__qualname__ for base in kind.__mro__],
        "bases": [base.__qualname__ for base in kind.__bases__],
        "abstract": memberships(kind),
        "metaclass": type(kind).__name__,
        "dict": {name: _member(_none_if_empty(value)) for name, value in kind.__dict__.items() if name not in CACHES},
    }


def _none_if_empty(value):
    """Python 3.9 makes no struct sequence without a docstring: an empty one says as much (G365)."""
    return None if type(value) is str and not value else value


def _name_of(module):
    # What it was imported as: PyModule_Create gives it the definition's name, which may be another.
    spec = getattr(module, "__spec__", None)
    return getattr(module, "__name__", None) if spec is None else spec.name


def _vectorcall_offset(kind):
    """Return tp_vectorcall_offset: after the head, the name, two sizes and the deallocator."""
    if ctypes is None or IS_FREE_THREADED:
        return "not on this platform"
    word = ctypes.sizeof(ctypes.c_void_p)
    return ctypes.c_ssize_t.from_address(id(kind) + object.__basicsize__ + 5 * word).value


def _text(value):
    """A type may have a descriptor of its own in the place of a text."""
    return value if value is None or type(value) is str else _member(value)


def _member(value):
    doc = _none_if_empty(getattr(value, "__doc__", None))
    if type(value).__name__ == "str":
        return "str"
    return f"{type(value).__name__} {getattr(value, '__text_signature__', None)!r} {doc!r}"


def _instance(sample, quick):
    tries = {
        "hash": lambda: (hash(sample), "ok")[1],
        "weakref": lambda: (weakref.ref(sample), "ok")[1],
        "copy": lambda: type(copy.copy(sample)).__name__,
        "deepcopy": lambda: type(copy.deepcopy(sample)).__name__,
        "set attribute": lambda: setattr(sample, "zzz", 1),
        "set class": lambda: setattr(sample, "__class__", type("Other", (), {})),
        "module": lambda: str(sample.__module__),
        "annotations": lambda: _annotations(sample),
        "repr": lambda: blot(repr(sample)),
    }
    for protocol in (0, 2) if quick else range(6):
        tries[f"dumps {protocol}"] = lambda protocol=protocol: len(pickle.dumps(sample, protocol)) and "ok"
        tries[f"loads {protocol}"] = lambda protocol=protocol: _round_trip(sample, protocol)
    result = {name: attempt(work) for name, work in tries.items()}
    result["getsizeof"] = sys.getsizeof(sample)
    return result


def _annotations(sample):
    """Tell what an instance answers that has annotations, once its type was asked for its own, which may hide them."""
    kind = type(sample)
    if not any("__annotations__" in vars(base) for base in kind.__mro__):
        return "none"
    getattr(kind, "__annotations__", None)
    return blot(repr(sample.__annotations__))


def _round_trip(sample, protocol):
    again = pickle.loads(pickle.dumps(sample, protocol))
    return f"{type(again).__name__} {blot(repr(again))}"
