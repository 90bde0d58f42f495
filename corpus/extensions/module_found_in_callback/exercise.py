"""Sorting by an order that the module's state gives."""


def exercise(module):
    assert module.sorted(3, 1, 2) == (1, 2, 3)
    return []


def check(module):
    try:
        module.sorted(-1, 0, 0)
    except Exception as error:
        assert str(error) == "negative"
    else:
        raise AssertionError("nothing raised")
