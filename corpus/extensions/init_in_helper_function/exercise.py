"""Sets made by a function that is called like the type."""


def exercise(module):
    small = module.SmallSet()
    small.add(3)
    small.add(63)
    other = module.SmallSet()
    other.add(4)
    both = small.union(other)
    assert [number for number in (0, 3, 4, 63, 64, -1) if number in both] == [3, 4, 63]
    assert 3 not in other
    try:
        small.add(64)
    except module.RangeError as error:
        assert str(error) == "only 0 to 63"
    else:
        raise AssertionError("no error")
    return [small, other, both]


def check(module):
    assert module.MAXIMUM == 63
    small = module.SmallSet()
    assert error_of(small.union, 1) == "TypeError: SmallSet expected"
    assert error_of(module.SmallSet, 1) == "TypeError: SmallSet() takes exactly 0 arguments (1 given)"
    assert error_of(type(small)) == "TypeError: cannot create 'init_in_helper_function.SmallSet' instances"
    assert error_of(lambda: "x" in small).startswith("TypeError")
    assert issubclass(module.RangeError, ValueError)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
