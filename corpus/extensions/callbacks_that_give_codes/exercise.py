"""The callbacks make objects of the module's type, which the handler gets to see."""

import sys


def exercise(module):
    seen = []
    assert module.ask(0, 1, lambda key: seen.append(key) or True) == 1
    assert module.ask(1, 2, seen.append) == module.CODE_OK
    assert module.ask(2, 3, seen.append) == module.CODE_OK
    assert module.ask(3, 4, seen.append) == 1
    assert module.ask(3, -1, seen.append) == module.CODE_OK
    assert module.ask(4, 5, seen) == module.CODE_OK
    assert all(type(key).__name__ == "Key" for key in seen)
    return seen


def missing(key):
    raise KeyError(key)


def check(module):
    keys = exercise(module)
    assert [repr(key) for key in keys] == ["Key(1)", "Key(2)", "Key(0)", "Key(1)", "Key(2)", "Key(4)", "Key(5)"]
    assert module.ask(0, 1, missing) == module.CODE_MISSING
    assert module.ask(1, 1, missing) == module.CODE_MISSING
    assert module.ask(2, 0, missing) == module.CODE_OK
    hook, sys.unraisablehook = sys.unraisablehook, lambda raised: None
    try:
        assert module.ask(3, 1, missing) == module.CODE_MISSING
    finally:
        sys.unraisablehook = hook
    for which in (0, 1):
        try:
            module.ask(which, 1, lambda key: key.nothing)
        except AttributeError as error:
            assert "nothing" in str(error)
        else:
            raise AssertionError("nothing raised")
