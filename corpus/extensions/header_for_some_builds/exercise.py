"""Boxes have a width, and nothing else has."""


def exercise(module):
    box = module.box(3)
    assert module.width(box) == 3
    return [box]


def check(module):
    try:
        module.width(3)
    except TypeError as error:
        assert str(error) == "a box is needed"
    else:
        raise AssertionError("a number has no width")
