"""Chains and entries; entries come from C only."""

import gc


def exercise(module):
    chain = module.chain("abc")
    assert chain.keys() == ["c", "b", "a"]
    back = chain.reversed()
    assert back.keys() == ["a", "b", "c"]
    entry = back.push(None)
    assert back.keys() == [None, "a", "b", "c"]
    return [chain, back, entry, module.Chain()]


def check(module):
    entry_type = type(module.Chain().push(1))
    assert error_of(entry_type) == "TypeError: cannot create 'generic_new_called_directly.Entry' instances"
    assert error_of(object.__new__, entry_type).startswith("TypeError")
    assert error_of(module.chain, 1) == "TypeError: 'int' object is not iterable"
    assert error_of(module.chain, (1 // (2 - number) for number in range(4))).startswith("ZeroDivisionError")
    chain = module.Chain()
    chain.push(chain)
    del chain
    gc.collect()


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
