"""Errors, raised and caught, and in cycles with what they're about."""

import gc
import weakref


def exercise(module):
    try:
        raise module.Error("closed", 3)
    except module.Error as error:
        error.cursor = "cursor"
        return [error.args, error.cursor, isinstance(error, Exception)]


def check(module):
    class Sub(module.Error):
        pass

    for kind in (module.Error, Sub):
        error = kind("closed")
        error.cursor = [error]
        error.note = error
        gone = weakref.ref(error) if kind is Sub else None
        del error
        gc.collect()
        assert gone is None or gone() is None
