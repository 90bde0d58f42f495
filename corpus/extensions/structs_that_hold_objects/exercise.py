"""What is kept is kept by each module alone, and goes with it."""

import gc
import weakref


class Value:
    """Something that can be watched."""


def exercise(module):
    box = module.Box([])
    box.keep()
    assert module.kind() is module.Box
    slot = module.keep(1.5)
    found = [module.kept(i)[2] for i in range(3) if i == (slot - 1) % 3]
    assert found == [("even", "odd")[(slot - 1) % 3 % 2]]
    assert module.kind() is float
    return [box]


def check(module):
    for value in (1, 2, 3):
        module.keep(value)
    assert sorted(module.kept(i)[0] for i in range(3)) == [1, 2, 3]
    try:
        module.kept(3)
    except module.OutOfRange as problem:
        assert str(problem) == "no such slot"
    else:
        raise AssertionError
    try:
        module.kept("a")
    except TypeError:
        pass
    else:
        raise AssertionError
    value = Value()
    gone = weakref.ref(value)
    value.box = module.Box(value)
    value.box.keep()
    del value
    for number in (4, 5, 6):
        module.keep(number)
    gc.collect()
    assert gone() is None
