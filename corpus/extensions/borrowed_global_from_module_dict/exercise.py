"""Bags, and their reduction to a call of the module's function."""

import copy
import pickle


def exercise(module):
    bag = module.Bag()
    assert bag.add("a") == 1
    assert bag.add("a") == 2
    constructor, arguments, state = bag.__reduce__()
    assert constructor is module.Bag
    assert arguments == ()
    assert state == {"a": 2}
    again = constructor()
    again.__setstate__(state)
    assert again.add("a") == 3
    return [bag, again]


def check(module):
    bag = module.Bag()
    bag.add("x")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(bag, protocol)).__getstate__() == {"x": 1}
    assert copy.copy(bag).__getstate__() == {"x": 1}
    # The function goes, then comes back: the global must not be the only thing that kept it alive.
    constructor = module.Bag
    del module.Bag
    assert bag.__reduce__()[0] is constructor
    module.Bag = constructor
    assert error_of(bag.__setstate__, []) == "TypeError: a dict is required"
    assert error_of(bag.add, []).startswith("TypeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
