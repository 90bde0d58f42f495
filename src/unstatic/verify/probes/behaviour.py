"""What an instance does with the operations of the language: each try in a child, where a crash is a value."""

import collections.abc
import itertools
import operator

from forked import attempt, blot


class Int(int):
    """A heap type without a module of C, whose instances still are numbers."""


FOREIGN = {
    "1": 1,
    "1.5": 1.5,
    "'a'": "a",
    "b'a'": b"a",
    "None": None,
    "[1]": [1],
    "object()": object(),
    "Int(2)": Int(2),
}
BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "@": operator.matmul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "divmod": divmod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "^": operator.xor,
    "|": operator.or_,
    "==": operator.eq,
    "<": operator.lt,
    "in": lambda left, right: left in right,
}
UNARY = {
    "len": len,
    "bool": bool,
    "int": int,
    "float": float,
    "index": operator.index,
    "abs": abs,
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "str": str,
    "repr": repr,
    "format": lambda value: format(value, ""),
    "iter": iter,
    "reversed": reversed,
    "next": next,
    "next of iter": lambda value: next(iter(value)),
    "list": lambda value: list(itertools.islice(value, 5)),
    "[0]": lambda value: value[0],
    "['a']": lambda value: value["a"],
    "[0:1]": lambda value: value[0:1],
    "call": lambda value: value(),
    "hash": lambda value: hash(value) and "ok",
    "await": lambda value: value.__await__,
    "buffer": lambda value: _buffer(memoryview(value)),
    "pow mod": lambda value: pow(value, 2, 3),
    "pow by it": lambda value: pow(2, 3, value),
}
# `x += 1` uses other slots than `x + 1`.
IN_PLACE = {"+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "&=": operator.iand, "|=": operator.ior}
ABSTRACT = [name for name in collections.abc.__all__ if name not in ("ByteString",)]


def behaviour(sample):
    """Return one line per operation."""
    tries = {name: lambda work=work: told(work(sample)) for name, work in UNARY.items()}
    for name, work in {**BINARY, **IN_PLACE}.items():
        tries[name] = lambda work=work: _with_foreign(work, sample)
    tries["with itself"] = lambda: {
        name: _outcome(work, sample, sample) for name, work in BINARY.items() if name not in ("in",)
    }
    tries["attributes"] = lambda: _attributes(sample)
    return {name: attempt(work) for name, work in tries.items()}


def memberships(kind):
    """Return the abstract classes that the type counts as."""
    return [name for name in ABSTRACT if issubclass(kind, getattr(collections.abc, name))]


def told(value):
    """Return a value as text that is equal in two runs, with its type unless the text tells it."""
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return blot(repr(value))
    return f"{type(value).__name__} {blot(repr(value))[:200]}"


def _with_foreign(work, sample):
    """Foreign operands on the right, then on the left."""
    return {
        **{f"x {name}": _outcome(work, sample, other) for name, other in FOREIGN.items()},
        **{f"{name} x": _outcome(work, other, sample) for name, other in FOREIGN.items()},
    }


def _outcome(work, *operands):
    try:
        return told(work(*operands))
    except Exception as error:
        return blot(f"{type(error).__name__}: {error}")


def _attributes(sample):
    """Return what each data descriptor of the types in C gives."""
    found = {}
    for kind in type(sample).__mro__:
        for name, member in kind.__dict__.items():
            if type(member).__name__ in ("getset_descriptor", "member_descriptor") and name not in _ADDRESSES:
                found.setdefault(name, _outcome(getattr, sample, name))
    # Where it is defined differs, and what it gives is looked at by itself.
    found.pop("__module__", None)
    if isinstance(sample, type):
        found["__flags__"] = _outcome(lambda: sample.__flags__ & ~VALID_VERSION_TAG)
    return found


# Whether a class was looked up lately says nothing about it.
VALID_VERSION_TAG = 1 << 19
# Addresses differ from run to run; offsets are compared by themselves.
_ADDRESSES = ("__weakref__", "__dict__", "__weaklistoffset__", "__dictoffset__", "__vectorcalloffset__")


def _buffer(view):
    return f"{view.format} {view.itemsize} {view.ndim} {view.readonly} {view.nbytes}"
