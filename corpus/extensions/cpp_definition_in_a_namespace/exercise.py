"""Boxes with subclasses, which tell what is full."""


def exercise(module):
    small, large = module.Box(1), module.Box(2)
    assert large.pop(small) == "full"
    assert small.pop(large) == 1
    return [small, large]


def check(module):
    class Crate(module.Box):
        pass

    assert Crate(2).pop(Crate(1)) == "full"
    try:
        Crate().pop(1)
    except TypeError as error:
        assert str(error) == "not a box"
    else:
        raise AssertionError("1 was taken for a box")
