"""A converter that raises the module's own error, for what Argument Clinic wrote and for C code."""

import contextlib


def exercise(module):
    with contextlib.suppress(Exception):
        module.doubled({"level": 70})
    return [module.doubled({"level": 3}), module.total([{"level": 4}, {"level": 5}])]


def check(module):
    assert module.doubled({"level": 21}) == 42
    assert module.total([]) == 0
    assert module.total([{"level": 4}, {"level": 5}]) == 9
    for work, arg in ((module.doubled, {"level": 51}), (module.total, [{"level": 1}, {"level": 99}])):
        try:
            work(arg)
        except module.LevelError as error:
            assert str(error) == "too high"
        else:
            raise AssertionError("no error")
    try:
        module.doubled({})
    except KeyError:
        pass
    else:
        raise AssertionError("no error")
