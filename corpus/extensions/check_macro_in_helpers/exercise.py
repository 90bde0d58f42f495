"""Check macros, and macros that use them, in helpers three calls below the module's functions."""

import operator


def exercise(module):
    first, second = module.Day(10), module.Day(25)
    span = module.between(second, first)
    assert operator.index(span) == 15
    later = second.later(span)
    assert operator.index(later) == 40
    assert module.is_day(later)
    assert not module.is_day(span)
    assert operator.index(module.between(later, span)) == 25
    try:
        module.between(first, 1)
    except module.DayError as error:
        assert str(error) == "neither day nor span: 1"
    else:
        raise AssertionError("no error")
    return [first, later, span]


def check(module):
    day = module.Day(1)
    assert error_of(day.later, day) == "DayError: only a span can be added"
    assert issubclass(module.DayError, TypeError)
    assert error_of(module.between, day) == "TypeError: between expected 2 arguments, got 1"
    span = module.between(day, day)
    assert error_of(type(span)) == "TypeError: cannot create 'check_macro_in_helpers.Span' instances"
    assert module.Day.__new__(module.Day).__index__() == 0


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
