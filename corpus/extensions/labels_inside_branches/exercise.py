"""Names, found on ways that lead into branches."""

import sys


class Silent:
    def __repr__(self):
        raise ValueError("no name")


def exercise(module):
    assert module.name_of(int) == "name: int"
    assert module.name_of(sys) == "name: sys"
    assert module.name_of(3) == "name: 3"
    try:
        module.name_of(Silent())
    except ValueError:
        pass
    else:
        raise AssertionError("no error")
    return []


def check(module):
    nameless = type(sys)("x")
    del nameless.__name__
    assert module.name_of(nameless).startswith("name: <module")
