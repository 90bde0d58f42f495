"""Crates that callbacks count, sort and collect: what they look for is in a struct of their caller's."""

import contextlib


def exercise(module):
    class Box(module.Crate):
        pass

    crates = [module.Crate(3), Box(1), Box(2)]
    found = module.at_least(crates, 2)
    for wrong in (module.at_least, module.arranged):
        with contextlib.suppress(module.StockError, TypeError):
            wrong([1, 2], 3) if wrong is module.at_least else wrong([1, 2])
    return [found, module.total([*crates, 5])]


def check(module):
    crates = [module.Crate(number) for number in (5, 1, 4)]
    assert [crates[0], crates[2]] == module.at_least(crates, 4)
    assert [crates[1], crates[2], crates[0]] == module.arranged(crates)
    assert module.total([*crates, "one"]) == 11
    assert error_of(module, module.at_least, [7], 4) == "not a crate, looking for 4"
    assert error_of(module, module.arranged, [1, 2]) == "only crates can be arranged"


def error_of(module, function, *arguments):
    try:
        function(*arguments)
    except module.StockError as error:
        return str(error)
    return "nothing raised"
