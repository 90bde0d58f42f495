"""Objects that own plain memory only: GC would add bytes that `__sizeof__` doesn't know of."""

import gc
import sys


def exercise(module):
    bits = module.Bits(11)
    bits[10] = True
    bits[0] = 1
    bits[0] = ""
    assert len(bits) == 11
    assert [index for index, bit in enumerate(bits) if bit] == [10]
    assert sys.getsizeof(bits) == bits.__sizeof__()
    return [bits]


def check(module):
    assert not gc.is_tracked(module.Bits(1))
    assert module.Bits(0).__sizeof__() == module.Bits.__basicsize__ + 1
    assert error_of(module.Bits, -1) == "ValueError: negative size"
    assert error_of(lambda: module.Bits(1)[1]) == "IndexError: bit index out of range"
    assert error_of(lambda: module.Bits(1).__delitem__(0)) == "TypeError: bits can't be deleted"
    assert error_of(module.Bits).startswith("TypeError: Bits() takes exactly 1 argument")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
