"""Python's built-in functions, on known values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from unstatic.project.discovery.setup_py.values import UNKNOWN, Value, as_text, bounded, items, truth, words

Caller: TypeAlias = Callable[[list[Value]], Value]

_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "bytes": (bytes,),
    "int": (int,),
    "list": (list,),
    "tuple": (tuple,),
    "dict": (dict,),
    "set": (set,),
    "bool": (bool,),
}


def call(name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """Call a built-in function by name; UNKNOWN if it isn't one that is understood."""
    function = _FUNCTIONS.get(name)
    if function is None:
        return UNKNOWN
    if name == "sorted" and keywords:
        return _sorted_with(arguments, keywords)
    found = function(arguments)
    return {**found, **keywords} if isinstance(found, dict) else found


def _sorted_with(arguments: list[Value], keywords: dict[str, Value]) -> Value:
    # The order by a key function isn't computed: no order of sources matters to what they mean.
    ordered = items(arguments[0]) if "key" in keywords else items(_listed(_sorted)(arguments))
    if ordered is None:
        return UNKNOWN
    return ordered[::-1] if truth(keywords.get("reverse", False)) else ordered


def is_builtin(name: str) -> bool:
    """Tell whether *name* is a built-in name that may be used."""
    return name in _FUNCTIONS or name in _ELSEWHERE


def is_instance(value: Value, type_names: list[str]) -> Value:
    """Tell whether *value* is of one of the built-in types; UNKNOWN if a type isn't built in."""
    if value is UNKNOWN or any(name not in _TYPES for name in type_names):
        return UNKNOWN
    return any(isinstance(value, _TYPES[name]) for name in type_names)


def _listed(make: Callable[[list[Value]], Value]) -> Caller:
    """Wrap a function of one sequence."""

    def called(arguments: list[Value]) -> Value:
        listed = items(arguments[0]) if arguments else []
        return UNKNOWN if listed is None else make(listed)

    return called


def _known(function: Callable[..., Any]) -> Caller:
    """Wrap a function that needs every argument known."""

    def called(arguments: list[Value]) -> Value:
        return UNKNOWN if UNKNOWN in arguments else bounded(function(*arguments))

    return called


def _range(arguments: list[Value]) -> Value:
    if not all(isinstance(one, int) for one in arguments):
        return UNKNOWN
    found = range(*[one for one in arguments if isinstance(one, int)])
    return UNKNOWN if items(found) is None else found


def _int(arguments: list[Value]) -> Value:
    return int(*arguments) if all(isinstance(one, str | int) for one in arguments) else UNKNOWN  # type: ignore[call-overload]


def _str(arguments: list[Value]) -> Value:
    if not arguments:
        return ""
    text = as_text(arguments[0])
    if text is not None:
        return text
    return str(arguments[0]) if isinstance(arguments[0], int | float | None) else UNKNOWN


def _dict(arguments: list[Value]) -> Value:
    if not arguments:
        return {}
    source = arguments[0]
    return dict(source) if isinstance(source, dict | list) else UNKNOWN


def _sorted(listed: list[Value]) -> Value:
    known = [one for one in listed if one is not UNKNOWN]
    ordered: list[Value] = sorted(known)  # type: ignore[type-var]
    return [*ordered, *(one for one in listed if one is UNKNOWN)]


def _every(listed: list[Value]) -> Value:
    truths = [truth(one) for one in listed]
    return False if False in truths else UNKNOWN if None in truths else True


def _some(listed: list[Value]) -> Value:
    truths = [truth(one) for one in listed]
    return True if True in truths else UNKNOWN if None in truths else False


def _bool(arguments: list[Value]) -> Value:
    known = truth(arguments[0]) if arguments else False
    return UNKNOWN if known is None else known


def _enumerate(arguments: list[Value]) -> Value:
    listed = items(arguments[0])
    start = arguments[1] if len(arguments) > 1 else 0
    return UNKNOWN if listed is None or not isinstance(start, int) else list(enumerate(listed, start))


def _zip(arguments: list[Value]) -> Value:
    listed = [items(one) for one in arguments]
    known = [one for one in listed if one is not None]
    return list(zip(*known, strict=False)) if len(known) == len(listed) else UNKNOWN


_FUNCTIONS: dict[str, Caller] = {
    "len": _listed(len),
    "hex": _known(lambda value: hex(value) if isinstance(value, int) else UNKNOWN),
    "list": _listed(list),
    "tuple": _listed(tuple),
    "set": _listed(set),
    "frozenset": _listed(frozenset),
    "iter": _listed(list),
    "sorted": _listed(_sorted),
    "reversed": _listed(lambda listed: listed[::-1]),
    "all": _listed(_every),
    "any": _listed(_some),
    "bool": _bool,
    "str": _str,
    "int": _int,
    "float": _known(float),
    "abs": _known(abs),
    "min": _known(min),
    "max": _known(max),
    "sum": _known(sum),
    "repr": _known(lambda value: repr(value) if isinstance(value, str | int) else UNKNOWN),
    "dict": _dict,
    "range": _range,
    "enumerate": _enumerate,
    "zip": _zip,
    "print": lambda arguments: None,
}

_ELSEWHERE = words(
    """
    open exit quit eval exec map filter isinstance getattr setattr hasattr dir super object property
    staticmethod classmethod globals locals next Exception BaseException ImportError KeyError ValueError
    OSError IOError
    """
)
