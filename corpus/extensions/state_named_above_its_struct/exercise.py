"""Numbers that a callback collects, and the errors by which it ends at a limit."""


def exercise(module):
    module.collect(4, 9)
    return [error_at(module, limit) for limit in (1, 3, 5)]


def check(module):
    assert module.collect(4, 9) == [0, 1, 2, 3]
    assert type(error_at(module, 3)) is module.ThreeError
    assert type(error_at(module, 5)) is module.FiveError
    assert type(error_at(module, 1)) is module.Error
    assert str(error_at(module, 5)) == "5 is the limit"
    assert issubclass(module.FiveError, module.Error)


def error_at(module, limit):
    try:
        module.collect(9, limit)
    except module.Error as error:
        return error.with_traceback(None)
