"""Iterators that a second source makes, and a string in the state that the first source's header declares."""


def exercise(module):
    found = module.levels(2, 4)
    assert [2, 3, 4] == list(found)
    assert "cent" == module.unit()
    return [found]


def check(module):
    assert [] == list(module.levels(3, 2))
    assert type(module.levels(1, 1)) is type(module.levels(2, 2))
    try:
        type(module.levels(1, 1))()
    except TypeError as error:
        assert "cannot create" in str(error), error
    else:
        raise AssertionError("an iterator was made of nothing")
