"""Callables that take part in the fast calling convention."""


def exercise(module):
    power = module.Partial(pow, 2)
    assert power(5) == 32
    assert power(exp=5) == 32
    assert power(5, 7) == power(5, mod=7) == 4
    longest = module.Partial(module.Partial(max, "aaa"), "b")
    assert longest("cc", key=len) == "aaa"
    assert longest.function is max
    assert list(map(power, [1, 2, 3])) == [2, 4, 8]
    return [power, longest]


def check(module):
    assert error_of(module.Partial, 1, 2) == "TypeError: 1 can't be called"
    assert error_of(module.Partial(max, 1), *range(9)) == "TypeError: at most 8 arguments, got 9"
    assert error_of(module.Partial, max) == "TypeError: Partial expected 2 arguments, got 1"
    assert error_of(module.Partial(divmod, 1), 0).startswith("ZeroDivisionError")
    # Bit 11: Py_TPFLAGS_HAVE_VECTORCALL.
    assert module.Partial.__flags__ >> 11 & 1


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
