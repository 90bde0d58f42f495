"""More modules than CPython has places for hooks."""

from importlib.util import module_from_spec


def exercise(module):
    assert module.letter(3) == "d"
    try:
        module.letter(26)
    except module.RangeError as error:
        assert str(error) == "no such letter: 26"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    spec = module.__spec__
    for _ in range(40):
        again = module_from_spec(spec)
        spec.loader.exec_module(again)
        exercise(again)
