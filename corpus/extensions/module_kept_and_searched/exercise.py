"""Readings that are counted in the module that made them."""


def exercise(module):
    first = module.Reading(3)
    assert first.origin() is module
    assert first.value() == 3
    before = module.total
    module.Reading(4)
    assert module.total == before + 4
    assert module.own_name() == module.__name__
    return [first]


def check(module):
    before = module.total
    module.Reading(5)
    assert module.total == before + 5
    assert module.Reading(1).origin().__name__ == module.__name__
    assert error_of(module.Reading, "x") == "BadReading: no number"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
