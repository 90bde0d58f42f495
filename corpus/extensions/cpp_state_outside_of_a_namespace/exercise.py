"""Boxes that fit into each other."""


def exercise(module):
    small, large = module.Box(1), module.Box(2)
    assert large.fits(small) is True
    assert small.fits(large) is False
    return [small, large]


def check(module):
    try:
        module.Box().fits(1)
    except TypeError as error:
        assert str(error) == "not a box"
    else:
        raise AssertionError("1 was taken for a box")
