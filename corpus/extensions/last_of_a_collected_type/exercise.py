"""A context in a cycle with its subclass, which has a finaliser that asks for the last one."""

import gc


def exercise(module):
    told = []

    class Special(module.Context):
        def __del__(self):
            told.append(module.precision())

    first = module.Context(5, [])
    first.use()
    assert module.precision() == 5
    special = Special(7, [])
    special.use()
    special.cycle = [special, Special]
    assert module.precision() == 7
    del special, Special
    gc.collect()
    assert told == [7], told
    assert module.precision() is None
    first.use()
    flags = []
    other = module.Context(9, flags)
    flags.append(other)
    other.use()
    return [first, other]
