"""Intervals from a factory function."""


def exercise(module):
    interval = module.interval(10, 20)
    assert repr(interval) == "[10, 20)"
    assert len(interval) == 10
    assert interval.overlaps(0, 11)
    assert not interval.overlaps(20, 30)
    try:
        module.interval(2, 1)
    except module.IntervalError as error:
        assert str(error) == "the interval is inside out"
    else:
        raise AssertionError("no error")
    return [interval]


def check(module):
    interval = module.interval(0, 0)
    assert error_of(interval.overlaps, 2, 1) == "IntervalError: the interval is inside out"
    assert error_of(module.pyInterval) == "TypeError: cannot create 'if_inside_initialiser.pyInterval' instances"
    assert error_of(interval.overlaps, 1) == "TypeError: function takes exactly 2 arguments (1 given)"
    assert issubclass(module.IntervalError, ValueError)
    assert module.pyInterval.__doc__ == "Interval"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
