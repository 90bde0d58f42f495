"""Read clocks, one of them without a source."""

from types import SimpleNamespace


def exercise(module):
    clock = module.Clock(SimpleNamespace(now=5))
    assert clock.read() == 5
    return [clock, error_of(module)]


def check(module):
    assert exercise(module)[1] == "no source"


def error_of(module):
    try:
        module.Clock.__new__(module.Clock).read()
    except ValueError as error:
        return str(error)
    return None
