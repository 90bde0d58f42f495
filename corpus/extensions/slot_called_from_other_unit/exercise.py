"""Slots of a type that another unit calls through it."""


def exercise(module):
    entry = module.open("a")
    assert repr(entry) == "<entry a>"
    return [entry, module.Entry("b")]


def check(module):
    try:
        module.open(1)
    except TypeError as error:
        assert "str" in str(error)
    else:
        raise AssertionError("no error")
