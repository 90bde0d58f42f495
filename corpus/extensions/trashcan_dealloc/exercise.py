"""Lists, short ones often and a very long one once."""

import gc
import sys


def exercise(module):
    items = None
    for number in range(60):
        items = module.Cons(number, items)
    assert len(items) == 60
    assert items.car == 59
    items.car = "new"
    assert items.car == "new"
    return [items]


def check(module):
    gc.collect()
    before = sys.getrefcount(module.Cons)
    for _ in range(3):
        items = None
        for number in range(100_000):
            items = module.Cons(number, items)
        assert len(items) == 100_000
        del items
    items = module.Cons([])
    items.car.append(items)
    del items
    gc.collect()
    assert abs(sys.getrefcount(module.Cons) - before) < 5
    assert error_of(module.Cons, 1, 2) == "TypeError: the rest must be a Cons or None"
    assert error_of(module.Cons) == "TypeError: Cons expected at least 1 argument, got 0"
    assert error_of(delattr, module.Cons(1), "car") == "AttributeError: can't delete car"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
