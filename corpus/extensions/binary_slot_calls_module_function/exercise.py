"""Operators that call a function of the module, which makes instances."""


def exercise(module):
    a, b = module.Set(7), module.FinalSet(2)
    assert repr(a - b) == "Set(5)"
    assert repr(7 - b) == repr(a - 2) == "Set(5)"
    assert type(module.difference(7, 1)) is module.Set
    return [a, b, a - b, 3 - a]


def check(module):
    class Own(module.Set):
        pass

    class Other(int):
        def __init__(self, *args):
            self.seen = True

    own = Own(12)
    assert repr(own - 4) == repr(12 - module.Set(4)) == "Set(8)"
    assert type(Other(12) - own) is module.Set
    assert error_of(lambda: own - "x").startswith("TypeError")
    assert error_of(lambda: [] - own).startswith("TypeError")
    assert error_of(lambda: own - -1).startswith("OverflowError")


def error_of(work):
    try:
        work()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
