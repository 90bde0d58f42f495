"""Ids that count up."""

import operator


def exercise(module):
    first, second = module.Id(), module.Id()
    number = operator.index(first)
    assert operator.index(second) > number
    assert module.last() >= operator.index(second)
    assert repr(first) == f"Id({number})"
    return [first, second]


def check(module):
    numbers = [operator.index(module.Id()) for _ in range(100)]
    assert numbers == sorted(set(numbers))
    try:
        module.Id(1)
    except TypeError as error:
        assert str(error) == "Id() takes exactly 0 arguments (1 given)"
    else:
        raise AssertionError("no error")
