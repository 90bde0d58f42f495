"""More modules than CPython has places for hooks."""

import importlib
import sys


def exercise(module):
    assert module.letter(3) == "d"
    try:
        module.letter(26)
    except module.RangeError as error:
        assert str(error) == "no such letter: 26"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    found = sys.modules.get("hooks_added_once")
    for _ in range(40):
        sys.modules.pop("hooks_added_once", None)
        exercise(importlib.import_module("hooks_added_once"))
    if found is not None:
        sys.modules["hooks_added_once"] = found
